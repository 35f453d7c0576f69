delay_LIBS := -lm
