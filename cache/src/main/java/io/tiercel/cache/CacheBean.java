package io.tiercel.cache;

import io.tiercel.cache.query.ResultStatistics;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.wire.replication.Lsn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/// Shows a cache by JMX. A cache works without: where it cannot be shown, the log says so.
final class CacheBean implements SharedCacheMXBean {
  private static final Logger LOG = System.getLogger("io.tiercel.cache");
  private static final int MAX_OF_A_NAME = 100;

  private final SharedCache cache;
  private @Nullable ObjectName name;

  CacheBean(SharedCache cache) {
    this.cache = cache;
  }

  synchronized void register(String title) {
    var server = ManagementFactory.getPlatformMBeanServer();
    for (int number = 1; number <= MAX_OF_A_NAME; number++) {
      try {
        var tried = new ObjectName(name(title, number));
        server.registerMBean(new StandardMBean(this, SharedCacheMXBean.class, true), tried);
        name = tried;
        return;
      } catch (InstanceAlreadyExistsException e) {
        LOG.log(Level.TRACE, () -> "there is a cache %s".formatted(e.getMessage()));
      } catch (JMException e) {
        LOG.log(Level.WARNING, "the cache is not shown by JMX", e);
        return;
      }
    }
  }

  private static String name(String title, int number) {
    String one = "io.tiercel:type=SharedCache,name=" + ObjectName.quote(title);
    return number == 1 ? one : one + ",number=" + number;
  }

  synchronized void unregister() {
    ObjectName known = name;
    name = null;
    if (known == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(known);
    } catch (InstanceNotFoundException e) {
      LOG.log(Level.DEBUG, "somebody else has taken the cache from JMX", e);
    } catch (JMException e) {
      LOG.log(Level.WARNING, "the cache stays with JMX", e);
    }
  }

  @Override
  public String getState() {
    return cache.state().phase().name();
  }

  @Override
  public String getReason() {
    return cache.state().reason();
  }

  @Override
  public String getMend() {
    return cache.state().mend();
  }

  @Override
  public String getAppliedLsn() {
    return lsn(cache.coherence().session().applied());
  }

  @Override
  public String getSettledLsn() {
    return lsn(cache.coherence().session().settled());
  }

  private static String lsn(long position) {
    return position < 0 ? "" : new Lsn(position).toString();
  }

  @Override
  public double getSecondsSinceProof() {
    return seconds(cache.coherence().proved());
  }

  @Override
  public double getProbeSeconds() {
    return seconds(cache.coherence().lastProbe());
  }

  private static double seconds(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toNanos() / 1e9;
  }

  @Override
  public long getStretches() {
    return cache.coherence().stretches();
  }

  @Override
  public long getBytes() {
    return cache.bytes();
  }

  @Override
  public long getMaxBytes() {
    return cache.maxBytes();
  }

  @Override
  public long getRows() {
    return cache.rows();
  }

  @Override
  public List<RegionFigures> getRegions() {
    return cache.regionFigures();
  }

  @Override
  public ResultStatistics getResults() {
    return cache.results().statistics("results");
  }

  @Override
  public List<ResultStatistics> getUniqueKeys() {
    return cache.uniqueKeys();
  }

  @Override
  public @Nullable TierFigures getTier() {
    TieredStatistics known = cache.tier();
    return known == null
        ? null
        : new TierFigures(
            known.store().rows(),
            known.store().fileBytes(),
            known.store().indexBytes(),
            known.hits(),
            known.store().found(),
            known.verified(),
            known.refuted(),
            known.stamped(),
            known.store().corrupt(),
            known.offReason());
  }
}
