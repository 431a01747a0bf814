package io.tiercel.spring.post;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/// An application whose listeners and converters have dependencies, in a circle too.
@SpringBootApplication
public class Post {}
