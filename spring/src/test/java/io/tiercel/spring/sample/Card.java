package io.tiercel.spring.sample;

/// What a catalogue shows of a book.
public record Card(String title, String writerName) {}
