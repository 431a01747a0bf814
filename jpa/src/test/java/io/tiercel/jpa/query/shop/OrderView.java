package io.tiercel.jpa.query.shop;

/// What a constructor expression makes.
public record OrderView(Long id, String customer, Long lines) {}
