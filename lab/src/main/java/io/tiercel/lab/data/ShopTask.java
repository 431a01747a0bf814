package io.tiercel.lab.data;

/// The six things a shop does on the tour.
public enum ShopTask {
  TOP_CUSTOMERS("Top customers with their orders and lines"),
  PRODUCT_TREE("The product tree"),
  MONTHLY_SALES("Monthly sales"),
  EMPLOYEE_HIERARCHY("The employee hierarchy"),
  PRICE_CHANGE("A price change that meets another one"),
  DELETION("An order placed, shortened and deleted");

  private final String title;

  ShopTask(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
