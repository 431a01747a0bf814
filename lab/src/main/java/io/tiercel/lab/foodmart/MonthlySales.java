package io.tiercel.lab.foodmart;

import java.math.BigDecimal;

/// What a store sold in a month; built by a constructor expression.
public record MonthlySales(String store, int year, int month, long orders, BigDecimal amount) {}
