import { describe, expect, test } from 'vitest';
import { WEIGHTS, widthOf } from '../../../src/pictures/text.ts';
import { linkPicture, pictureTexts } from '../../../src/presentation/link-picture.ts';
import { SiteDocuments } from '../../../src/store/site-documents.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const SITE = { title: 'Example APIs', baseUrl: '' };

function documentsOf(
  info: { readonly title: string; readonly summary?: string; readonly description?: string },
  site = SITE,
) {
  const services = [service('Book', { operations: [operation('GET', '/book'), operation('POST', '/book')] })];
  const record = apiRecord({ name: 'Library', version: 2, info: { version: '2', ...info }, services });
  const documents = new SiteDocuments([record], { site, formats: [], development: false });
  return {
    api: documents.document({ level: 'api', api: 'Library', version: 2 }),
    service: documents.document({ level: 'service', api: 'Library', version: 2, service: 'Book' }),
    list: documents.document({ level: 'list' }),
  };
}

describe('the picture of a link', () => {
  test('to any document of a version is that of the version', () => {
    const { api, service: book, list } = documentsOf({ title: 'Town Library' });
    const expected = { of: { level: 'api', api: 'Library', version: 2 }, alt: 'Town Library v2 · Example APIs' };
    expect(linkPicture(api, SITE)).toEqual(expected);
    expect(linkPicture(book, SITE)).toEqual(expected);
    expect(linkPicture(list, SITE)).toEqual({ of: { level: 'list' }, alt: 'Example APIs' });
  });

  test('says what there is', () => {
    const { api, list } = documentsOf({ title: 'Town\n  Library', summary: 'All *books*. And more.' });
    expect(pictureTexts(api, SITE)).toEqual({
      site: 'Example APIs',
      title: 'Town Library',
      version: 'Version 2',
      sentence: 'All books.',
      count: '2 operations',
    });
    const ofList = { site: null, title: 'Example APIs', version: null, count: '2 operations' };
    expect(pictureTexts(list, SITE)).toEqual({ ...ofList, sentence: 'Town Library' });
    const introduced = { ...SITE, introduction: 'For **partners**. More.' };
    expect(pictureTexts(list, introduced)).toEqual({ ...ofList, sentence: 'For partners.' });
  });

  test('takes the first sentence of a description that is a guide of its own', () => {
    const description = `# Introduction\n\nLend *books*. ${'More of it. '.repeat(500)}`;
    expect(pictureTexts(documentsOf({ title: 'Library', description }).api, SITE)?.sentence).toBe('Lend books.');
  });

  test.each([
    ['Arabic', 'واجهة المكتبة'],
    ['Hebrew', 'ספרייה'],
    ['Chinese', '図書館 API'],
    ['letters that turn the direction', 'Library\u202e API'],
    ['signs of no width', 'Lib\u200drary'],
    ['an emoji', 'Library 📚'],
    ['a mark that joins no letter', 'q\u0308 Library'],
    ['nothing but space', ' \u00a0 '],
  ])('there is none for a title of %s', (_, title) => {
    const { api, service: book } = documentsOf({ title });
    for (const document of [api, book])
      expect([linkPicture(document, SITE), pictureTexts(document, SITE)]).toEqual([null, null]);
  });

  test('leaves out what it has no letters for', () => {
    const site = { title: 'אתר', baseUrl: '' };
    const { api, list } = documentsOf({ title: 'Bücher Łódź Привет Ώ', summary: '図書館' }, site);
    expect(pictureTexts(api, site)).toMatchObject({ site: null, title: 'Bücher Łódź Привет Ώ', sentence: null });
    expect(pictureTexts(list, site)).toBeNull();
    const arabic = { ...SITE, languages: [languageOf('ar', {}, { isDefault: true, isAlone: true })] };
    expect(pictureTexts(api, arabic)).toMatchObject({ version: 'v2', count: null });
  });

  test('takes a letter and its mark for the one letter that they are', () => {
    expect(pictureTexts(documentsOf({ title: 'Bu\u0308cher' }).api, SITE)?.title).toBe('Bücher');
  });

  test('takes of an endless title what has a place', () => {
    const { api } = documentsOf({ title: 'Library '.repeat(100_000) });
    expect(pictureTexts(api, SITE)?.title.length).toBeLessThanOrEqual(300);
  });

  test('has a letter for everything that it takes', () => {
    const taken: string[] = [];
    for (let codePoint = 0x21; codePoint < 0x3000; codePoint += 1) {
      const title = String.fromCodePoint(codePoint);
      if (linkPicture(documentsOf({ title: SITE.title }, { ...SITE, title }).list, { ...SITE, title }) !== null)
        taken.push(title);
    }
    expect(taken.length).toBeGreaterThan(700);
    const style = { size: 34, weight: WEIGHTS.regular };
    expect(taken.filter((character) => widthOf(character.normalize('NFC'), style) === 0)).toEqual([]);
  });
});
