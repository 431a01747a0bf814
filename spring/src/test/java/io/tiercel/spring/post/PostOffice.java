package io.tiercel.spring.post;

import org.springframework.stereotype.Component;

/// What listener and converter use.
@Component
public class PostOffice {
  private int closings;

  String stamp() {
    return "10 p";
  }

  String seal() {
    return "sealed: ";
  }

  void closed() {
    closings++;
  }

  public int closings() {
    return closings;
  }
}
