import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminProject,
  type Fields,
  fieldsOf,
  GLOBAL,
  JSON_MODEL,
  pageOf,
  problemFields,
  RAML,
  titledProject,
} from '../admin-project.ts';

let project: AdminProject;
beforeEach(() => {
  project = titledProject();
});
afterEach(() => project.remove());

const done = (page: string) => ({ kind: 'redirection', path: `/platform/admin/${page}` });

describe('selectors', () => {
  beforeEach(async () => {
    await project.send('/content-negotiation/new', { name: 'Documentation' });
  });

  test('are written to global.yaml, their view models below them', async () => {
    expect(
      await project.send('/content-negotiation/view-model?selector=Documentation', {
        view_model: RAML,
        media_types: 'application/raml+yaml\nx/y',
      }),
    ).toEqual(done('content-negotiation?done=selector-changed'));
    expect(project.read(GLOBAL)).toBe(
      `# mine\nplatform-documentation:\n  title: A\nplatform-content-negotiation:\n  selectors:\n    Documentation: {${RAML}: [application/raml+yaml, x/y]}\n`,
    );
    expect(project.changes.map(({ action }) => action)).toEqual(['selector created', 'view model added']);
  });

  test('come with their first view model and its media types, all in one form', async () => {
    const input = { name: 'Own', view_model: RAML, media_types: 'a/b\nc/d' };
    expect(await project.send('/content-negotiation/new', input)).toMatchObject({ kind: 'redirection' });
    expect(project.site().reading.configuration.selectors).toContainEqual({
      name: 'Own',
      viewModels: [{ name: RAML, mediaTypes: ['a/b', 'c/d'] }],
    });
    for (const [media_types, view_model] of [
      ['', RAML],
      ['a/b a/b', RAML],
      ['no type', RAML],
    ] as const) {
      const page = pageOf(await project.send('/content-negotiation/new', { name: 'Other', view_model, media_types }));
      expect([media_types, problemFields(page)]).toEqual([media_types, expect.arrayContaining(['media_types'])]);
    }
  });

  test('of every name count, and the form says so', async () => {
    const hints = fieldsOf(await project.page('/content-negotiation/new')).map(({ hint }) => hint);
    expect(hints[0]).toBe('Any name, such as Documentation: all selectors are used.');
  });

  test('change, lose a view model, and go', async () => {
    const target = `selector=Documentation&view_model=${encodeURIComponent(RAML)}`;
    await project.send('/content-negotiation/view-model?selector=Documentation', {
      view_model: RAML,
      media_types: 'a/b',
    });
    await project.send(`/content-negotiation/view-model?${target}`, { media_types: 'c/d' });
    expect(project.site().reading.configuration.selectors).toEqual([
      { name: 'Documentation', viewModels: [{ name: RAML, mediaTypes: ['c/d'] }] },
    ]);
    await project.send(`/content-negotiation/delete?${target}`, {});
    await project.send('/content-negotiation/delete?selector=Documentation', {});
    expect(project.site().reading).toMatchObject({ problems: [], configuration: { selectors: [] } });
  });

  test('never read the environment, for any input', async () => {
    project.environment['SECRET_THING'] = 'tiger';
    const typed = ['$', '{SECRET_THING}'].join('');
    for (const media_types of [typed, `a/${typed}`]) {
      const answer = await project.send('/content-negotiation/view-model?selector=Documentation', {
        view_model: RAML,
        media_types,
      });
      expect(answer).toMatchObject({ kind: 'page', status: 422 });
      expect(JSON.stringify(answer)).not.toContain('tiger');
      expect(pageOf(answer).notice?.problems[0]?.text).toContain('SECRET_THING');
    }
    expect(project.site().reading.inputs.map(({ path }) => path)).toEqual([GLOBAL]);
  });

  test.each<readonly [string, string, Fields, string]>([
    ['a name of a selector', '/content-negotiation/new', { name: 'x'.repeat(101) }, 'name'],
    ['a name of a selector that YAML could not read', '/content-negotiation/new', { name: 'x'.repeat(3000) }, 'name'],
    [
      'a name of a view model that YAML could not read',
      '/content-negotiation/view-model?selector=Documentation',
      { view_model: 'x'.repeat(3000), media_types: 'a/b' },
      'view_model',
    ],
    [
      'a name of a view model',
      '/content-negotiation/view-model?selector=Documentation',
      { view_model: 'x'.repeat(256), media_types: 'a/b' },
      'view_model',
    ],
    [
      'a media type',
      '/content-negotiation/view-model?selector=Documentation',
      { view_model: RAML, media_types: `a/${'x'.repeat(254)}` },
      'media_types',
    ],
  ])(
    'refuse %s that is too long, without repeating it, and can be used again',
    async (_title, target, input, field) => {
      const before = project.read(GLOBAL);
      const page = pageOf(await project.send(target, input));
      expect(new Set(problemFields(page))).toEqual(new Set([field]));
      expect(JSON.stringify(page.notice)).not.toContain('xxxx');
      expect(project.read(GLOBAL)).toBe(before);
      expect(await project.send('/content-negotiation/new', { name: 'x'.repeat(100) })).toMatchObject({
        kind: 'redirection',
      });
    },
  );

  test('keep a variable that they were given, and is not changed', async () => {
    project.environment['TYPE'] = 'application/raml+yaml';
    project.write(
      GLOBAL,
      `platform-content-negotiation: { selectors: { Documentation: { ${RAML}: ['$${'{TYPE}'}'] } } }\n`,
    );
    const before = project.read(GLOBAL);
    const target = `/content-negotiation/view-model?selector=Documentation&view_model=${encodeURIComponent(RAML)}`;
    expect(await project.send(target, {})).toMatchObject({ kind: 'redirection' });
    expect(project.read(GLOBAL)).toBe(before);
  });

  test.each<readonly [string, Fields, readonly string[]]>([
    ['nothing', { view_model: '', media_types: '' }, ['media_types', 'view_model']],
    ['what is no media type', { view_model: RAML, media_types: 'raml, a/b' }, ['media_types']],
    ['a view model that is not there', { view_model: 'Own\\ViewModel', media_types: 'a/b' }, ['view_model']],
    ['a media type that pages have', { view_model: RAML, media_types: 'text/html' }, ['media_types']],
    ['one media type twice', { view_model: RAML, media_types: 'a/b a/b' }, ['media_types']],
    ['the media type of another view model', { view_model: RAML, media_types: 'c/d\ne/f' }, ['media_types']],
  ])('refuse %s', async (_title, input, fields) => {
    await project.send('/content-negotiation/view-model?selector=Documentation', {
      view_model: JSON_MODEL,
      media_types: 'e/f',
    });
    const page = pageOf(await project.send('/content-negotiation/view-model?selector=Documentation', input));
    expect([...new Set(problemFields(page))].sort()).toEqual(fields);
  });

  test.each(['text/html', 'e/f'])('refuse %s at its field also where a view model is edited', async (type) => {
    await project.send('/content-negotiation/view-model?selector=Documentation', {
      view_model: JSON_MODEL,
      media_types: 'e/f',
    });
    await project.send('/content-negotiation/view-model?selector=Documentation', {
      view_model: RAML,
      media_types: 'a/b',
    });
    const page = pageOf(
      await project.send(
        `/content-negotiation/view-model?selector=Documentation&view_model=${encodeURIComponent(RAML)}`,
        { media_types: type },
      ),
    );
    expect(problemFields(page)).toEqual(['media_types']);
  });
});
