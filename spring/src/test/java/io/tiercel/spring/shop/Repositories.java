package io.tiercel.spring.shop;

import io.tiercel.spring.shop.Model.Category;
import io.tiercel.spring.shop.Model.Label;
import io.tiercel.spring.shop.Model.Party;
import io.tiercel.spring.shop.Model.Payment;
import io.tiercel.spring.shop.Model.Product;
import io.tiercel.spring.shop.Model.Purchase;
import io.tiercel.spring.shop.Model.Review;
import io.tiercel.spring.shop.Model.Stock;
import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Tuple;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;
import org.springframework.data.util.Streamable;
import org.springframework.scheduling.annotation.Async;

/// The repositories of the shop.
public final class Repositories {
  private Repositories() {}

  /// What all have in this shop.
  @NoRepositoryBean
  public interface Named<T> extends Repository<T, Long> {
    @Query("select e from #{#entityName} e where e.name = :name")
    Optional<T> named(@Param("name") String name);
  }

  public interface Parties extends JpaRepository<Party, Long> {
    List<Party> findByBillingCityOrderByDisplayName(String city);

    @Query("select p from Person p join p.phones n where n like :start%")
    List<Party> calledBy(@Param("start") String start);

    @Query("select treat(p as Company).taxNumber from Party p where type(p) = Company")
    List<String> taxNumbers();

    @EntityGraph(attributePaths = {"purchases.lines.product", "purchases.payments"})
    Optional<Party> findWithPurchasesById(Long id);
  }

  public interface Categories extends JpaRepository<Category, Long>, Named<Category> {
    @NativeQuery(
        """
        with recursive tree as (
          select id, name from categories where name = :name
          union all
          select c.id, c.name from categories c join tree t on c.parent_id = t.id)
        select name from tree order by name\
        """)
    List<String> under(@Param("name") String name);

    List<Category> findByParentName(String name);

    boolean existsByChildrenName(String name);
  }

  public interface Products
      extends JpaRepository<Product, Long>, JpaSpecificationExecutor<Product>, Named<Product> {
    Streamable<Product> findByStateIn(Collection<Product.State> states);

    List<Product> findTop2ByPriceGreaterThanOrderByPriceDescCodeAsc(BigDecimal price);

    List<Product> findDistinctByLabelsNameIn(Collection<String> labels, Sort sort);

    long countDistinctByLabelsNameStartingWith(String start);

    List<Product> findByCategoryParentNameAndStateNot(String category, Product.State state);

    List<Product> findByNameIgnoreCaseLikeOrCodeIsNull(String pattern);

    List<Product> removeByState(Product.State state);

    @Query("select p.state as state, count(p) as many from Product p group by p.state")
    List<Map<String, Object>> states();

    @Query("select p.code, p.price from Product p where p.price >= ?1 order by p.price")
    List<Tuple> dear(BigDecimal price);

    @Query(
        value = "select p from Product p left join fetch p.category where p.price > :price",
        countQuery = "select count(p) from Product p where p.price > :price")
    Page<Product> dearWithCategory(@Param("price") BigDecimal price, Pageable page);

    @NativeQuery(
        value = "select * from product where price > ?1",
        countQuery = "select count(*) from product where price > ?1")
    Page<Product> dearNative(BigDecimal price, Pageable page);

    @Query("select p.code as code, p.price as price from Product p")
    Page<Offer> offers(Pageable page);

    Window<Product> findTop2ByPriceGreaterThanOrderByPriceAscCodeAsc(
        BigDecimal price, ScrollPosition position);

    @Modifying(clearAutomatically = true)
    @Query("update Product p set p.price = p.price * :factor where p.state = :state")
    int reprice(@Param("factor") BigDecimal factor, @Param("state") Product.State state);

    @Query("select p from Product p where :#{#like.code} = p.code")
    Optional<Product> like(@Param("like") Product like);

    @Async
    CompletableFuture<List<Product>> findByCodeStartingWith(String start);

    @Query("select key(x), value(x) from Product p join p.properties x where p.code = ?1")
    List<Object[]> propertiesOf(String code);
  }

  /// An interface with a value of its own.
  public interface Offer {
    String getCode();

    BigDecimal getPrice();

    @Value("#{target.code + ' at ' + target.price}")
    String getText();
  }

  public interface Labels extends JpaRepository<Label, String> {}

  public interface Stocks extends JpaRepository<Stock, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @QueryHints(@QueryHint(name = "jakarta.persistence.lock.timeout", value = "0"))
    @Query("select s from Stock s where s.product.code = :code")
    Optional<Stock> locked(@Param("code") String code);

    @Lock(LockModeType.OPTIMISTIC_FORCE_INCREMENT)
    Optional<Stock> findByProductCode(String code);

    @Modifying
    @Query("delete from Stock s where s.quantity = 0")
    int clean();
  }

  public interface Purchases
      extends JpaRepository<Purchase, UUID>, JpaSpecificationExecutor<Purchase> {
    @EntityGraph("Purchase.whole")
    Optional<Purchase> findWholeById(UUID id);

    @QueryHints(@QueryHint(name = "org.hibernate.readOnly", value = "true"))
    List<Purchase> findByBuyerDisplayName(String name);

    @Query(
        """
        select l.product.code as code, sum(l.quantity) as sold, sum(l.quantity * l.price) as turnover
        from PurchaseLine l
        group by l.product.code
        having sum(l.quantity) > :least
        order by sum(l.quantity) desc, l.product.code\
        """)
    List<Sales> sales(@Param("least") long least);

    @Query("select p from Payment p where type(p) in :kinds order by p.amount")
    List<Payment> payments(@Param("kinds") Collection<Class<? extends Payment>> kinds);
  }

  /// A row of a report.
  public record Sales(String code, long sold, BigDecimal turnover) {}

  public interface Reviews extends JpaRepository<Review, Long> {
    <T> List<T> findByProductCodeOrderByStarsDesc(String code, Class<T> type);

    @Query("select avg(r.stars) from Review r where r.product = ?1")
    Optional<Double> stars(Product product);
  }

  /// Chosen at the call.
  public record Opinion(int stars, String text) {}
}
