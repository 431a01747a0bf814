package io.tiercel.lab.chinook;

import java.math.BigDecimal;

/// What the shop sold to a country in a month; built by a constructor expression.
public record MonthlySales(String country, int year, int month, long invoices, BigDecimal amount) {}
