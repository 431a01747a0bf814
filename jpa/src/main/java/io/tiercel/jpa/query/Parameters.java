package io.tiercel.jpa.query;

import io.tiercel.jpa.query.ParameterBinding.Mode;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.watch.Operand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of the statement being translated. Confined to one translation.
final class Parameters {

  private final Map<ParameterBinding, Integer> numbers = new LinkedHashMap<>();
  private final Map<Object, Class<?>> argumentTypes;
  private final Set<Object> open = new LinkedHashSet<>();
  private final Map<Object, ValueType> integral = new LinkedHashMap<>();

  /// @param argumentTypes the classes of arguments by name or position, where nothing else tells or
  ///     where they do not fit what they are compared with
  Parameters(Map<Object, Class<?>> argumentTypes) {
    this.argumentTypes = argumentTypes;
  }

  /// The `$n` of a parameter where PostgreSQL infers its type from what it is compared with. When
  /// that has no type either, the class of the argument gives it one.
  Sql inferred(Constant.Parameter parameter, ValueType type) {
    Object key = key(parameter);
    if (!type.isUnknown() || type.sqlType() != null) {
      ValueType wider = wider(key, type);
      return wider == null
          ? placed(parameter, type)
          : placed(parameter, wider).as(ValueType.UNKNOWN).cast(wider);
    }
    open.add(key);
    Class<?> argumentType = argumentTypes.get(key);
    if (argumentType == null) {
      return placed(parameter, type);
    }
    var own = ValueType.of(argumentType);
    return placed(parameter, own).as(ValueType.UNKNOWN).cast(own);
  }

  /// The type of an argument that is no value of the integral type beside it, as 100,000 beside a
  /// Short; null when it is one, or not known to be none.
  private @Nullable ValueType wider(Object key, ValueType type) {
    if (!type.isStoredIntegral()) {
      return null;
    }
    integral.merge(key, type, (one, other) -> ValueType.fits(one, other) ? one : other);
    Class<?> argumentType = argumentTypes.get(key);
    return argumentType == null ? null : ValueType.of(argumentType);
  }

  /// The parameters beside integral numbers, with the type of the narrowest of these.
  Map<Object, ValueType> integral() {
    return integral;
  }

  /// The `$n` of a parameter as it is.
  Sql placed(Constant.Parameter parameter, ValueType type) {
    String placeholder = placeholder(parameter, type, Mode.VALUE);
    return Sql.primary(placeholder, type).with(argument(placeholder));
  }

  /// What a placeholder stands for.
  static Operand.Argument argument(String placeholder) {
    return new Operand.Argument(Integer.parseInt(placeholder.substring(1)));
  }

  /// The names and positions of parameters whose types nothing tells but their arguments.
  Set<Object> open() {
    return open;
  }

  /// The `$n` of a parameter that has a type of its own, in a place with an expected one. That wins
  /// where PostgreSQL could not compare the two: the argument has to fit it then.
  Sql typed(Constant.TypedParameter parameter, ValueType expected) {
    var own = ValueType.of(parameter.type());
    var moment = expected.moment();
    if (moment != null && own.isMomentOfJavaUtil()) {
      return inferred(parameter, moment);
    }
    return takes(expected, own) || ValueType.areApart(own, expected)
        ? inferred(parameter, expected)
        : cast(parameter, own);
  }

  /// Whether every value of a type can stand where another is expected.
  private static boolean takes(ValueType expected, ValueType own) {
    if (own.isUnknown()) {
      return true;
    }
    return (own.isNumeric() && expected.isNumeric())
        ? ValueType.fits(own, expected)
        : !expected.isUnknown() && expected.javaType().isAssignableFrom(own.javaType());
  }

  /// The `$n` of a parameter with a cast, where nothing around it tells its type.
  Sql cast(Constant.Parameter parameter, ValueType expected) {
    var type = expected;
    if (parameter instanceof Constant.TypedParameter typed) {
      var own = ValueType.of(typed.type());
      type = takes(expected, own) ? expected : own;
    }
    var placeholder = inferred(parameter, type);
    return type.sqlType() == null ? placeholder : placeholder.as(ValueType.UNKNOWN).cast(type);
  }

  /// The `$n` of a parameter that stands for a list of values of the type.
  String collection(Constant.Parameter parameter, ValueType type) {
    ValueType wider = wider(key(parameter), type);
    return wider == null
        ? placeholder(parameter, type, Mode.COLLECTION)
        : "%s::%s[]".formatted(placeholder(parameter, wider, Mode.COLLECTION), wider.sqlType());
  }

  /// The `$n` of one part of the id of an entity.
  String part(Constant.Parameter parameter, ValueType entity, int part) {
    return placeholder(parameter, entity, Mode.VALUE, new ArgumentPart.OfId(part));
  }

  /// The `$n` of one part of the ids of a list of entities.
  String parts(Constant.Parameter parameter, ValueType entity, int part) {
    return placeholder(parameter, entity, Mode.COLLECTION, new ArgumentPart.OfId(part));
  }

  /// The `$n` of one part of an argument, or of those of a list of arguments.
  ///
  /// @param type of the part
  String part(Constant.Parameter parameter, ValueType type, ArgumentPart part, boolean ofList) {
    return placeholder(parameter, type, ofList ? Mode.COLLECTION : Mode.VALUE, part);
  }

  /// The `$n` of a parameter that is only compared with null.
  Sql presence(Constant.Parameter parameter) {
    String placeholder = placeholder(parameter, ValueType.UNKNOWN, Mode.PRESENCE);
    return new Sql(placeholder + "::text", ValueType.STRING, Sql.CAST);
  }

  private String placeholder(Constant.Parameter parameter, ValueType type, Mode mode) {
    return placeholder(parameter, type, mode, new ArgumentPart.Whole());
  }

  private String placeholder(
      Constant.Parameter parameter, ValueType type, Mode mode, ArgumentPart part) {
    var binding = new ParameterBinding(key(parameter), type, mode, part);
    return "$" + numbers.computeIfAbsent(binding, _ -> numbers.size() + 1);
  }

  private static Object key(Constant.Parameter parameter) {
    return switch (parameter) {
      case Constant.NamedParameter(_, var name) -> name;
      case Constant.PositionalParameter(_, var position) -> position;
      case Constant.TypedParameter(_, var name, _) -> name;
    };
  }

  /// The bindings of `$1`, `$2`, … in this order.
  List<ParameterBinding> bindings() {
    return List.copyOf(numbers.keySet());
  }

  /// The parameters as the application sees them, in the order of their first use.
  List<ParameterUse> uses() {
    var uses = new LinkedHashMap<Object, ParameterUse>();
    for (var binding : numbers.keySet()) {
      var use =
          new ParameterUse(
              binding.key(), binding.argumentType(), binding.mode() == Mode.COLLECTION);
      uses.merge(binding.key(), use, Parameters::merged);
    }
    return new ArrayList<>(uses.values());
  }

  private static ParameterUse merged(ParameterUse one, ParameterUse other) {
    var javaType = one.javaType() == Object.class ? other.javaType() : one.javaType();
    return new ParameterUse(one.key(), javaType, one.isCollection() || other.isCollection());
  }
}
