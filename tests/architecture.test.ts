import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

const src = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * Folders that each folder may import, beside itself. The one table of arrows: change it together with the arrow, and
 * say why.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  // Schemas as a graph: folded, checked against, sampled.
  schema: [],
  model: ['schema'],
  http: [],
  // Replacing files and locking them.
  files: [],
  // Places in a YAML text, and explanations of its syntax errors.
  yaml: [],
  // Workers behind a bounded queue: passwords are checked by some, documents made by others.
  // Queues are fair by the network of a client.
  threads: ['http'],
  // The kit of which a part of the product declares what may be configured of it: schemas, places, problems. Names that
  // are not known are compared with those that are.
  options: ['model'],
  // Sections of the configuration; those of schemes, drivers and backends are made of what their registries declare,
  // which `project/` hands over, and what is configured of the rules is what they are asked with. Names that are
  // close to a misspelt one are found as those of services are.
  config: ['schema', 'model', 'yaml', 'options', 'rules'],
  // What descriptors are checked for: texts of the documentation, and what looks at an API once it is read.
  rules: ['schema', 'model'],
  // Findings of a reader are judged by the rules that the project configures.
  descriptors: ['schema', 'model', 'yaml', 'rules'],
  // Pages as plain data; HTML and Markdown draw it.
  words: ['model'],
  presentation: ['schema', 'model', 'words'],
  // Differences of two descriptions of an API, in the words in which pages describe one.
  changes: ['schema', 'model', 'words', 'presentation'],
  // Search finds what pages show, where they show it.
  search: ['schema', 'model', 'words', 'presentation'],
  formats: ['schema', 'model', 'words', 'presentation', 'changes'],
  // What a page does that calls an operation: the request, its log-in, and what came back beside what is described.
  // Values are written by the styles of parameters, as in samples, and compared by the validator.
  trying: ['schema', 'model', 'http', 'presentation'],
  // The script of the palette searches as the server does, that of the panel logs in as a client does.
  views: ['schema', 'model', 'words', 'presentation', 'search', 'changes', 'trying'],
  // A release is searched as it lies there; the live model is made searchable when it is asked for. What the list says
  // of an API is kept with the release, and so are the titles that pages give its groups.
  store: ['schema', 'model', 'presentation', 'formats', 'search'],
  // Files at the root of a site: Markdown is escaped as its own format does it.
  discovery: ['model', 'presentation', 'formats', 'search', 'store'],
  auth: ['http', 'threads', 'options'],
  // Who makes a request, and what credentials come to, in the one vocabulary of authentication.
  services: ['schema', 'model', 'http', 'auth', 'options', 'threads'],
  // A project's files read as a whole, for the build and for the server: what is published says who may call, as
  // authorization decides it, and route conflicts between APIs are found where they are read, by what routes them. The
  // configuration names languages of samples. The texts of the palette are among the files that pages load.
  project: [
    'schema',
    'model',
    'words',
    'presentation',
    'rules',
    'descriptors',
    'formats',
    'search',
    'auth',
    'options',
    'config',
    'store',
    'services',
  ],
  // What pages were made of says which a change reaches; facts about an API that all of them share are compared by
  // themselves.
  release: [
    ...[
      'schema',
      'model',
      'presentation',
      'files',
      'formats',
      'search',
      'views',
      'options',
      'config',
      'store',
      'discovery',
    ],
    // Files that another server answers with: the page of missing ones in our words.
    ...['project', 'http', 'words'],
    // What they gave in the release before, for their reader.
    'descriptors',
  ],
  // Forms over the configuration, the password files and the texts of descriptors, which only their reader can check.
  admin: ['schema', 'model', 'presentation', 'files', 'yaml', 'options', 'config', 'auth', 'descriptors'],
  server: [
    ...[
      'admin',
      'model',
      'words',
      'http',
      'formats',
      'views',
      'auth',
      'config',
      'store',
      'discovery',
      'search',
      'project',
      'services',
    ],
    ...['schema', 'options', 'threads', 'presentation'],
  ],
  cli: [
    ...['model', 'files', 'descriptors', 'formats', 'auth', 'options', 'config', 'store', 'project'],
    ...['schema', 'presentation', 'release', 'server', 'changes', 'words', 'rules'],
    // A build behind a server gives way to it.
    'threads',
    // A download is read up to a limit, as answers are that a server asks for.
    'http',
  ],
  // The documentation in the server of another program, from a build or from descriptors in memory.
  mount: ['model', 'http', 'descriptors', 'files', 'project', 'release', 'server'],
  // Astro's hooks and middleware; what the development server prints says where its pages are.
  astro: ['model', 'auth', 'presentation', 'server', 'project', 'release'],
  pages: [],
};

/**
 * Siblings that each folder may import, for folders whose members stand side by side. A folder that is not named here
 * imports none; files directly in the folder belong to all.
 */
const SIBLINGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Laminas' configuration becomes a native descriptor.
  descriptors: {
    native: ['openapi'],
    blueprint: ['openapi'],
    raml: ['openapi'],
    postman: ['openapi'],
    laminas: ['native', 'openapi'],
  },
  formats: {
    // Descriptions in the words of OpenAPI 3.2, and how each version writes them.
    openapi: ['openapi-core'],
    'api-blueprint': ['openapi'],
    swagger: ['openapi-core'],
    // A collection contains the OpenAPI document for what it cannot say.
    postman: ['openapi', 'openapi-core'],
    // What our own formats give projects that make their own.
    extension: ['json', 'markdown'],
  },
  auth: {
    // Stored passwords are checked in workers, and where a password file has just been read.
    hashing: ['password-hashes'],
    'password-files': ['password-hashes'],
    // A scheme reads password files and counts in the state that replicas share.
    schemes: ['hashing', 'password-files', 'password-hashes', 'state'],
  },
};

/** Files directly below src, and what they may import. */
const TOP_FILES: Readonly<Record<string, readonly string[]>> = {
  'middleware.ts': ['astro'],
  'env.d.ts': ['presentation', 'auth', 'server'],
};

/** Only these know Astro, besides `.astro` files. */
const KNOWS_ASTRO = [
  /^pages\//,
  /^astro\//,
  /^middleware\.ts$/,
  /^env\.d\.ts$/,
  /^server\/(?:entry|page-renderer)\.ts$/,
];

/** Read from outside: by Astro, by Node, by projects. */
const ENTRANCES = [...KNOWS_ASTRO, /\/public\.ts$/];

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = filesBelow(src);

function filesBelow(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => ['.ts', '.astro', '.mjs'].includes(extname(path)))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return { path, text, imports: importsOf(text) };
    });
}

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].flatMap(([, specifier]) =>
    specifier === undefined ? [] : [specifier],
  );
}

const isOurs = (specifier: string): boolean => specifier.startsWith('.');
const topOf = (path: string): string => path.split('/', 1)[0] ?? path;

function targetOf(file: SourceFile, specifier: string): string {
  return relative(src, join(src, dirname(file.path), specifier))
    .split(sep)
    .join('/');
}

/** Groups of files of which each leads to every other one, sorted (Tarjan's strongly connected components). */
function cyclesOf(targets: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const orders = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const order = orders.size;
    orders.set(path, order);
    lowest.set(path, order);
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue;
      const reached = orders.has(target) ? (open.includes(target) ? (orders.get(target) ?? 0) : order) : visit(target);
      lowest.set(path, Math.min(lowest.get(path) ?? order, reached));
    }
    const low = lowest.get(path) ?? order;
    if (low === order) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1 || targets.get(path)?.includes(path) === true) cycles.push(group.sort());
    }
    return low;
  };
  for (const path of targets.keys()) if (!orders.has(path)) visit(path);
  return cycles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** `@types/hast` declares `hast`. */
function onlyTypes(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dependencies).flatMap(([name, version]) =>
      name.startsWith('@types/') ? [[name.slice(7), version]] : [],
    ),
  );
}

describe('imports', () => {
  test('the table names every folder, and every folder is there', () => {
    const folders = new Set(
      files
        .map(({ path }) => path)
        .filter((path) => path.includes('/'))
        .map(topOf),
    );
    expect([...folders].sort()).toEqual(Object.keys(ARROWS).sort());
  });

  test('go only where the table allows', () => {
    const wrong = files.flatMap((file) => {
      const own = topOf(file.path);
      const allowed = file.path.includes('/') ? [own, ...(ARROWS[own] ?? [])] : (TOP_FILES[file.path] ?? []);
      const targets = file.imports.filter(isOurs).map((specifier) => targetOf(file, specifier));
      return targets
        .filter((target) => target.includes('/') && !allowed.includes(topOf(target)))
        .map((target) => `${file.path} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('go everywhere the table allows', () => {
    const roomOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
    const used = new Set(
      files.flatMap((file) => {
        const own = file.path.includes('/') ? topOf(file.path) : file.path;
        const targets = file.imports.filter(isOurs).map((specifier) => targetOf(file, specifier));
        return targets.flatMap((target) => [`${own} → ${topOf(target)}`, `${roomOf(file.path)} → ${roomOf(target)}`]);
      }),
    );
    const arrowsIn = (table: Readonly<Record<string, readonly string[]>>, below = ''): readonly string[] =>
      Object.entries(table).flatMap(([own, targets]) => targets.map((target) => `${below}${own} → ${below}${target}`));
    const allowed = [
      ...arrowsIn(ARROWS),
      ...arrowsIn(TOP_FILES),
      ...Object.entries(SIBLINGS).flatMap(([folder, table]) => arrowsIn(table, `${folder}/`)),
    ];
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test('of folders side by side go only where the table of siblings allows', () => {
    const folderOf = (path: string): string | undefined => path.split('/').slice(1, -1)[0];
    const wrong = files.flatMap((file) => {
      const siblings = SIBLINGS[topOf(file.path)];
      const own = folderOf(file.path);
      if (siblings === undefined || own === undefined) return [];
      const allowed = [own, ...(siblings[own] ?? [])];
      return file.imports
        .filter(isOurs)
        .map((specifier) => targetOf(file, specifier))
        .filter((target) => topOf(target) === topOf(file.path))
        .filter((target) => !allowed.includes(folderOf(target) ?? own))
        .map((target) => `${file.path} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('of folders side by side never lead back to the folder; files directly in a room belong to all of them', () => {
    const targets = new Map<string, string[]>();
    const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
    for (const file of files.filter(({ path }) => path.split('/').length > 2)) {
      const own = folderOf(file.path);
      const others = file.imports
        .filter(isOurs)
        .map((specifier) => folderOf(targetOf(file, specifier)))
        .filter((target) => topOf(target) === topOf(own) && target !== own);
      targets.set(own, [...(targets.get(own) ?? []), ...others]);
    }
    expect(targets.size).toBeGreaterThan(30);
    expect(cyclesOf(targets)).toEqual([]);
  });

  test('of files never lead back to the file, but by type within the model', () => {
    const found = cyclesOf(
      new Map(files.map((file) => [file.path, file.imports.filter(isOurs).map((each) => targetOf(file, each))])),
    );
    const ofModel = found.filter((cycle) => cycle.every((path) => topOf(path) === 'model'));
    expect(found.filter((cycle) => !ofModel.includes(cycle))).toEqual([]);
    const byValue = new Map(
      files
        .filter(({ path }) => topOf(path) === 'model')
        .map((file) => {
          const values = importsOf(file.text.replaceAll(/\bimport type [^;]*;/g, ''));
          return [file.path, values.filter(isOurs).map((specifier) => targetOf(file, specifier))];
        }),
    );
    expect(cyclesOf(byValue)).toEqual([]);
  });

  test('name files with their extension', () => {
    const bare = (specifier: string): boolean => extname(specifier.split('?', 1)[0] ?? '') === '';
    expect(
      files.flatMap(({ path, imports }) =>
        imports
          .filter(isOurs)
          .filter(bare)
          .map((specifier) => `${path}: ${specifier}`),
      ),
    ).toEqual([]);
  });

  test('of packages name those that package.json declares, types among those for development', () => {
    const declared = {
      [packageFile.name]: packageFile.version,
      ...packageFile.dependencies,
      ...onlyTypes(packageFile.devDependencies),
    };
    const nameOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const isPackage = (specifier: string): boolean => /^[@\w][\w./@-]*$/.test(specifier);
    const used = new Set(files.flatMap(({ imports }) => imports.filter(isPackage).map(nameOf)));
    expect([...used].filter((name) => !Object.hasOwn(declared, name))).toEqual([]);
  });

  test('only pages, middleware, integration, the server entry and templates know Astro', () => {
    const knowing = files
      .filter(({ imports }) => imports.some((specifier) => /^(astro|@astrojs)(\/|:|$)/.test(specifier)))
      .map(({ path }) => path);
    expect(
      knowing.filter((path) => !path.endsWith('.astro') && !KNOWS_ASTRO.some((pattern) => pattern.test(path))),
    ).toEqual([]);
  });
});

describe('exports', () => {
  /** `model/api.ts Api`: what the files of a folder import from `src`, by name; `*` stands for all of a file. */
  function namesTaken(folder: string): readonly string[] {
    return filesBelow(folder).flatMap(({ path, text }) => {
      const targetOf = (specifier: string): string =>
        relative(src, join(folder, dirname(path), specifier.split('?', 1)[0] ?? '')).replaceAll(sep, '/');
      const named = [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g)];
      const whole = [...text.matchAll(/(?:\bimport\s*\(|\*\s+as\s+\w+\s+from)\s*'(\.[^']+)'(?:\)\.(\w+))?/g)];
      return [
        ...named.flatMap(([, names = '', specifier = '']) =>
          namesIn(names, 'before').map((name) => `${targetOf(specifier)} ${name}`),
        ),
        ...whole.map(([, specifier = '', name = '*']) => `${targetOf(specifier)} ${name}`),
      ];
    });
  }

  /** Names before, or behind, `as` in a list such as `a, type b as c`. */
  function namesIn(list: string, side: 'before' | 'behind'): readonly string[] {
    return list
      .split(',')
      .map(
        (entry) =>
          entry
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/)
            .at(side === 'before' ? 0 : -1) ?? '',
      )
      .filter((name) => name !== '');
  }

  function namesGiven(text: string): readonly string[] {
    const declared = text.matchAll(
      /^export\s+(?:abstract\s+|async\s+)*(?:const|let|function\*?|class|interface|type)\s+(\w+)/gm,
    );
    const listed = text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm);
    return [
      ...[...declared].map(([, name = '']) => name),
      ...[...listed].flatMap(([, names = '']) => namesIn(names, 'behind')),
    ];
  }

  test('are what another file imports, if only a test', () => {
    const taken = new Set([src, fileURLToPath(new URL('.', import.meta.url))].flatMap(namesTaken));
    const inside = files.filter(({ path }) => path.endsWith('.ts') && !ENTRANCES.some((pattern) => pattern.test(path)));
    const wholly = inside.filter(({ path }) => !taken.has(`${path} *`));
    const given = wholly.flatMap(({ path, text }) => namesGiven(text).map((name) => `${path} ${name}`));
    expect(given.length).toBeGreaterThan(500);
    expect(given.filter((name) => !taken.has(name))).toEqual([]);
  });
});

/** Suites of kinds of descriptions, each from the reader through pages and formats to changes. */
const OF_DESCRIPTIONS = 'descriptions';

describe('tests/unit', () => {
  const units = fileURLToPath(new URL('unit/', import.meta.url));
  const foldersBelow = (root: string): readonly string[] =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

  test('mirrors src: each of its folders has the path of a folder there, and a test in it', () => {
    const folders = foldersBelow(units);
    expect(folders.length).toBeGreaterThan(30);
    const ofSource = new Set([...foldersBelow(src), OF_DESCRIPTIONS]);
    expect(folders.filter((folder) => !ofSource.has(folder))).toEqual([]);
    const tested = readdirSync(units, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => path.replaceAll(sep, '/'));
    expect(tested.filter((path) => !path.includes('/'))).toEqual([]);
    expect(folders.filter((folder) => !tested.some((path) => path.startsWith(`${folder}/`)))).toEqual([]);
  });
});

test('what suites share registers hooks in a function that each suite calls: such a file is loaded once for many', () => {
  // vitest itself runs set-up.ts again for each suite.
  const shared = filesBelow(fileURLToPath(new URL('.', import.meta.url))).filter(
    ({ path }) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'set-up.ts',
  );
  expect(shared.length).toBeGreaterThan(80);
  expect(shared.filter(({ text }) => /^(?:before|after)(?:Each|All)\(/m.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});
