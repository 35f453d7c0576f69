# What the simulated backend needs: nothing but the C library.
sim_PKGS =
sim_LIBS = -lm -lpthread
