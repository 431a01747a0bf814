package io.tiercel.lab.foodmart;

/// The loyalty card of a customer.
public enum MemberCard {
  NORMAL,
  BRONZE,
  SILVER,
  GOLDEN
}
