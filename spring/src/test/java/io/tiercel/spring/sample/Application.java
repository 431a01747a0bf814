package io.tiercel.spring.sample;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/// A small library, as an application would be written for any provider.
@SpringBootApplication
public class Application {}
