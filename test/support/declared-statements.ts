/** What the code says about the store's statements: the types come from the compiler. */
import { join } from 'node:path';
import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier, isVariableDeclaration } from 'typescript/unstable/ast';
import { API, type Checker, SignatureKind, type Type } from 'typescript/unstable/sync';

/** A property, as far as a column can show it. */
export type Declared = {
  readonly kind: 'number' | 'bigint' | 'string' | 'boolean' | 'object' | 'unknown';
  readonly mayBeUndefined: boolean;
};

export type DeclaredStatement = {
  readonly file: string;
  readonly row: ReadonlyMap<string, Declared>;
  /** What each call passes: property names; those in a list of rows after `rows.`. */
  readonly given: readonly ReadonlySet<string>[];
};

/** The statements declared in these files, by name. */
export function readDeclared(files: readonly string[]): ReadonlyMap<string, DeclaredStatement> {
  const root = join(import.meta.dirname, '../..');
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] });
    const [project] = snapshot.getProjects();
    if (project === undefined) throw new Error('there is no project');
    const { checker, program } = project;
    return new Map(
      files.flatMap((file) => {
        const source = program.getSourceFile(join(root, file));
        if (source === undefined) throw new Error(`${file} is not in the project`);
        return [...readFile(checker, source, file)];
      }),
    );
  } finally {
    api.close();
  }
}

function readFile(
  checker: Checker,
  source: Node,
  file: string,
): ReadonlyMap<string, DeclaredStatement> {
  const nodes = everyNode(source);
  const namesByVariable = new Map<string, string>();
  const rows = new Map<string, ReadonlyMap<string, Declared>>();
  const given = new Map<string, ReadonlySet<string>[]>();
  for (const node of nodes) {
    const name = statementName(node);
    if (name === undefined || !isVariableDeclaration(node) || !isIdentifier(node.name)) continue;
    namesByVariable.set(node.name.text, name);
    const type = typeAt(checker, node.name);
    rows.set(name, rowOf(checker, type));
    const parameters = givenTo(checker, type);
    if (parameters !== undefined) given.set(name, [new Set(parameters)]);
  }
  for (const node of nodes) {
    if (!isCallExpression(node) || !isRun(node)) continue;
    const [statement, values] = node.arguments;
    const properties = values === undefined ? [] : propertiesAt(checker, values);
    for (const inner of statement === undefined ? [] : everyNode(statement)) {
      const name = isIdentifier(inner) ? namesByVariable.get(inner.text) : undefined;
      if (name !== undefined) given.set(name, [...(given.get(name) ?? []), new Set(properties)]);
    }
  }
  return new Map(
    [...rows].map(([name, row]) => [name, { file, row, given: given.get(name) ?? [] }]),
  );
}

function everyNode(node: Node): readonly Node[] {
  const nodes: Node[] = [node];
  node.forEachChild((child) => {
    nodes.push(...everyNode(child));
  });
  return nodes;
}

/** For `const X = statement('name', …)`, for `daily`, and for those that are called. */
function statementName(node: Node): string | undefined {
  if (!isVariableDeclaration(node) || node.initializer === undefined) return undefined;
  const { initializer } = node;
  if (!isCallExpression(initializer)) return undefined;
  if (!MAKERS.test(initializer.expression.getText())) return undefined;
  const name = initializer.arguments[0]?.getText();
  return name?.slice(1, -1);
}

const CALLED = 'many|one|single|value|maybeValue|values|any|count|run|rows';
const MAKERS = new RegExp(String.raw`^(statement|daily|(read|write|last)\.(${CALLED}))$`);

function isRun({ expression }: CallExpression): boolean {
  return /\.(read|run|last)$/.test(expression.getText());
}

function typeAt(checker: Checker, node: Node): Type {
  const type = checker.getTypeAtLocation(node);
  if (type === undefined) throw new Error(`${node.getText()} has no type`);
  return type;
}

function returned(checker: Checker, type: Type): Type | undefined {
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
  return signature && checker.getReturnTypeOfSignature(signature);
}

/** The parameters of a statement that is called (kit/postgres/callable.ts). */
function givenTo(checker: Checker, type: Type): readonly string[] | undefined {
  if (checker.getPropertyOfType(type, 'statement') === undefined) return undefined;
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
  const [, ...given] = signature?.getParameters() ?? [];
  return given.flatMap((symbol) => {
    const named = checker.getTypeOfSymbol(symbol);
    if (named === undefined) return [];
    const row = elementOf(checker, named);
    return row === undefined ? parametersOf(checker, named) : rowParameters(checker, row);
  });
}

/** For a statement, one that is called, or a function that returns one. */
function rowOf(checker: Checker, given: Type): ReadonlyMap<string, Declared> {
  const called = checker.getPropertyOfType(given, 'statement');
  const ofCalled = called && checker.getTypeOfSymbol(called);
  const statement = ofCalled ?? returned(checker, given) ?? given;
  const rowsOf = checker.getPropertyOfType(statement, 'rowsOf');
  const method = rowsOf && checker.getTypeOfSymbol(rowsOf);
  const rows = method && returned(checker, method);
  const row = rows && elementOf(checker, rows);
  if (row === undefined) throw new Error('the rows of a statement have no type');
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      if (type === undefined) throw new Error(`${property.name} has no type`);
      return [property.name, declared(checker, type)];
    }),
  );
}

function elementOf(checker: Checker, list: Type): Type | undefined {
  const [index] = checker.getIndexInfosOfType(list);
  return index?.valueType;
}

function declared(checker: Checker, type: Type): Declared {
  const mayBeUndefined = checker.isTypeAssignableTo(checker.getUndefinedType(), type);
  const value = checker.getNonNullableType(type) ?? type;
  const is = (other: Type): boolean => checker.isTypeAssignableTo(value, other);
  const kinds = [
    ['number', checker.getNumberType()],
    ['bigint', checker.getBigIntType()],
    ['string', checker.getStringType()],
    ['boolean', checker.getBooleanType()],
  ] as const;
  const kind = kinds.find(([, other]) => is(other))?.[0];
  const isUnknown = checker.isTypeAssignableTo(checker.getUnknownType(), type);
  return { kind: isUnknown ? 'unknown' : (kind ?? 'object'), mayBeUndefined };
}

function propertiesAt(checker: Checker, node: Node): readonly string[] {
  return parametersOf(checker, typeAt(checker, node));
}

function parametersOf(checker: Checker, given: Type): readonly string[] {
  return propertiesOf(checker, given).flatMap(({ name, type }) => {
    const element = name === 'rows' && type !== undefined ? elementOf(checker, type) : undefined;
    if (element === undefined) return [name];
    return rowParameters(checker, element);
  });
}

function rowParameters(checker: Checker, row: Type): readonly string[] {
  return propertiesOf(checker, row).map(({ name }) => `rows.${name}`);
}

/** For a union, those of each member type. */
function propertiesOf(checker: Checker, type: Type) {
  const types: readonly Type[] = type.isUnionType() ? type.getTypes() : [type];
  return types.flatMap((it) =>
    checker.getPropertiesOfType(it).map((property) => {
      return { name: property.name, type: checker.getTypeOfSymbol(property) };
    }),
  );
}
