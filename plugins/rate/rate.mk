rate_LIBS := -lm -lpthread
