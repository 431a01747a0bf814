package io.tiercel.inside.xml;

import io.tiercel.inside.PgException;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.sax.SAXSource;
import net.sf.saxon.Configuration;
import net.sf.saxon.lib.EnvironmentVariableResolver;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.trans.XPathException;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/// Saxon, with expressions that see what they are given and nothing else: no files, no network, no
/// variables of the environment, no other modules. Who may call the functions is not who may read
/// what the server's user can, and in the untrusted language no wall of the kernel stands around
/// them. Compiled expressions are kept for all sessions. Safe for any thread.
final class XQueryProcessor {
  /// Compiled expressions that are kept.
  private static final int KEPT = 256;

  private static final XQueryProcessor INSTANCE = new XQueryProcessor();

  private final Processor processor = new Processor(configuration());
  private final Map<Key, XQueryExecutable> recent =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, XQueryExecutable> eldest) {
          return size() > KEPT;
        }
      };

  private record Key(String expression, Map<String, String> namespaces) {}

  private XQueryProcessor() {}

  static XQueryProcessor instance() {
    return INSTANCE;
  }

  private static Configuration configuration() {
    var configuration = new Configuration();
    configuration.setErrorReporterFactory(c -> XQueryProcessor::ignore); // else to the server's log
    configuration.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
    configuration.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
    configuration.setResourceResolver(
        request -> {
          throw outside(request.uri);
        });
    configuration.setUnparsedTextURIResolver(
        (uri, encoding, c, isTry) -> {
          throw outside(uri.toString());
        });
    configuration.setCollectionFinder(
        (context, uri) -> {
          throw outside(uri);
        });
    configuration.setModuleURIResolver(
        (module, base, locations) -> {
          throw outside(module);
        });
    configuration.setConfigurationProperty(
        Feature.ENVIRONMENT_VARIABLE_RESOLVER,
        new EnvironmentVariableResolver() {
          @Override
          public Set<String> getAvailableEnvironmentVariables() {
            return Set.of();
          }

          @Override
          public @Nullable String getEnvironmentVariable(String name) {
            return null;
          }
        });
    configuration.setParseOptions(
        configuration
            .getParseOptions()
            .withXMLReaderMaker(XQueryProcessor::reader) // for parse-xml()
            .withEntityResolver((name, uri) -> new InputSource(new StringReader(""))));
    return configuration;
  }

  private static XPathException outside(@Nullable String uri) {
    return new XPathException(
        "an expression in the database reads nothing outside of it: " + uri, "FODC0002");
  }

  private static XMLReader reader() throws XPathException {
    try {
      return TreeReaders.reader();
    } catch (SAXException | ParserConfigurationException e) {
      throw new XPathException(e);
    }
  }

  Processor processor() {
    return processor;
  }

  /// The tree of a document in UTF-8.
  ///
  /// @throws PgException `2200M` if it is not well-formed
  XdmNode parse(byte[] document) {
    try {
      return processor
          .newDocumentBuilder()
          .build(
              new SAXSource(
                  TreeReaders.reader(), new InputSource(new ByteArrayInputStream(document))));
    } catch (SaxonApiException | SAXException | ParserConfigurationException e) {
      throw XQueryFailure.parsing(e);
    }
  }

  /// An expression, or a main module, ready to run.
  ///
  /// @param namespaces by their prefixes; the empty one is that of elements without a prefix
  /// @throws PgException `10000` if it is none
  XQueryEvaluator evaluator(String expression, Map<String, String> namespaces) {
    XQueryEvaluator evaluator = compiled(new Key(expression, namespaces)).load();
    evaluator.setErrorReporter(XQueryProcessor::ignore);
    evaluator.setTraceFunctionDestination(null);
    return evaluator;
  }

  private static void ignore(XmlProcessingError error) {
    // What is an error is thrown as well; the rest are warnings.
  }

  private XQueryExecutable compiled(Key key) {
    synchronized (recent) {
      XQueryExecutable known = recent.get(key);
      if (known != null) {
        return known;
      }
    }
    // Without the lock, for it may take a while; two sessions may compile the same.
    XQueryExecutable executable = compile(key);
    synchronized (recent) {
      recent.put(key, executable);
    }
    return executable;
  }

  private XQueryExecutable compile(Key key) {
    XQueryCompiler compiler = processor.newXQueryCompiler();
    List<XmlProcessingError> errors = new ArrayList<>();
    compiler.setErrorReporter(
        error -> {
          if (!error.isWarning()) {
            errors.add(error);
          }
        });
    key.namespaces.forEach(compiler::declareNamespace);
    try {
      return compiler.compile(key.expression);
    } catch (SaxonApiException e) {
      throw XQueryFailure.compiling(key.expression, errors, e);
    }
  }
}
