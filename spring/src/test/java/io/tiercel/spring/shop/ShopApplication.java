package io.tiercel.spring.shop;

import io.tiercel.spring.shop.Model.Label;
import io.tiercel.spring.shop.Model.Placed;
import io.tiercel.spring.shop.Model.Product;
import io.tiercel.spring.shop.Model.Purchase;
import io.tiercel.spring.shop.Repositories.Labels;
import io.tiercel.spring.shop.Repositories.Products;
import io.tiercel.spring.shop.Repositories.Purchases;
import io.tiercel.spring.shop.Repositories.Stocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;

/// The shop: its settings and services.
@SpringBootApplication
@EnableJpaAuditing
@EnableAsync
@EnableJpaRepositories(considerNestedRepositories = true)
public class ShopApplication {
  @Bean
  AuditorAware<String> auditor() {
    return () -> Optional.of("shopkeeper");
  }

  /// What was placed, after the commit.
  @Service
  public static class Postbox {
    private final List<Integer> placed = new CopyOnWriteArrayList<>();

    @TransactionalEventListener
    void on(Placed event) {
      placed.add(event.lines());
    }

    public List<Integer> placed() {
      return placed;
    }
  }

  /// Each method is a transaction.
  @Service
  @Transactional
  public static class Counter {
    private final Products products;
    private final Purchases purchases;
    private final Stocks stocks;
    private final Labels labels;

    Counter(Products products, Purchases purchases, Stocks stocks, Labels labels) {
      this.products = products;
      this.purchases = purchases;
      this.stocks = stocks;
      this.labels = labels;
    }

    /// Takes one from stock; false when there is none left.
    public boolean take(String code) {
      var stock = stocks.findByProductCode(code).orElseThrow();
      if (stock.quantity == 0) {
        return false;
      }
      stock.quantity--;
      return true;
    }

    /// As [#take], by a lock that does not wait.
    public void takeLocked(String code, Runnable meanwhile) {
      stocks.locked(code).orElseThrow().quantity--;
      meanwhile.run();
    }

    @Transactional(readOnly = true)
    public List<String> linesOf(UUID purchase) {
      return purchases.findById(purchase).orElseThrow().lines.stream()
          .map(line -> line.quantity + " " + line.product.getCode())
          .toList();
    }

    public UUID place(Purchase purchase) {
      return purchases.save(purchase.place()).id;
    }

    public void label(String code, String... names) {
      Product product =
          products.findAll().stream().filter(p -> p.code.equals(code)).findFirst().orElseThrow();
      for (String name : names) {
        product.labels.add(labels.findById(name).orElseGet(() -> new Label(name)));
      }
    }

    /// A line removed, another one moved to the front.
    public void rearrange(UUID id) {
      var lines = purchases.getReferenceById(id).lines;
      lines.removeFirst();
      lines.addFirst(lines.removeLast());
    }

    /// Writes in a transaction of its own, whatever becomes of the one around.
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void keep(Label label) {
      labels.save(label);
    }

    public void failAfter(Counter other, String label) {
      labels.save(new Label("lost"));
      other.keep(new Label(label));
      throw new IllegalStateException("after " + new ArrayList<>(List.of(label)));
    }
  }
}
