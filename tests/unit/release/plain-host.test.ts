import { expect, test } from 'vitest';
import { basePathOf, pageFor } from '../../../src/release/plain-host.ts';

const ROOT = '/platform/documentation';
const page = (body: string): string => `<head><meta charset="utf-8"></head>${body}`;
const bodyFor = (base: string, body: string): string =>
  pageFor({ base, origins: new Map() }, page(body), undefined).replace(/^.*<\/head>/, '');

test.each([
  ['', ''],
  ['https://docs.example.com', ''],
  ['https://name.example/project', '/project'],
  ['https://name.example//', ''],
  ['https://name.example//evil.example//a/', '/evil.example/a'],
  ['https://name.example/a/%C3%BC b', '/a/%C3%BC%20b'],
  ["https://name.example/a;b,c&d'e$1", '/a%3Bb%2Cc%26d%27e%241'],
])('the path of %j is %j', (address, path) => {
  expect(basePathOf(address)).toBe(path);
});

test.each([
  ['a document', `<a href="${ROOT}/A-v1/">`, `<a href="/base${ROOT}/A-v1/">`],
  ['the list', `<form action="${ROOT}">`, `<form action="/base${ROOT}">`],
  ['a twin of the list', `<a href="${ROOT}.json">`, `<a href="/base${ROOT}.json">`],
  [
    'a file of pages',
    '<script src="/_astro/a.js" data-palette="/_astro/b.js">',
    '<script src="/base/_astro/a.js" data-palette="/base/_astro/b.js">',
  ],
  ['another path', `<a href="/v1/pets" title="${ROOT}s">`, `<a href="/v1/pets" title="${ROOT}s">`],
  ['an anchor', '<a href="#get">', '<a href="#get">'],
  ['an absolute address', `<a href="https://a.example${ROOT}">`, `<a href="https://a.example${ROOT}">`],
  [
    'a text',
    `<code>&lt;a href="${ROOT}/A"&gt; href="/_astro/"</code>`,
    `<code>&lt;a href="${ROOT}/A"&gt; href="/_astro/"</code>`,
  ],
])('below a path, %s', (_, before, after) => {
  expect(bodyFor('/base', before)).toBe(after);
  expect(bodyFor('', before)).toBe(before);
});

test.each([
  '<!DOCTYPE html><html data-title="<head>"><head><meta charset="UTF-8">|<script src="a.js"></script></head>',
  '<!doctype html>\n<html lang="en" data-title="<head>">\n<head>|<script src="a.js"></script></head>',
  '<html><head lang="a>">|<script src="a.js"></script>',
  '<html>|<header></header>',
  '<!doctype html>\n|<p></p>',
  '|<p></p>',
  '|',
])('the security policy is before everything that it is about: %j', (marked) => {
  const [before = '', after = ''] = marked.split('|');
  const made = pageFor({ base: '', origins: new Map() }, before + after, undefined);
  expect(made.startsWith(`${before}<meta http-equiv="Content-Security-Policy"`)).toBe(true);
  expect(made.endsWith(`>${after}`)).toBe(true);
});

test('the security policy is in the page: that of its API, in this folder, as far as an element can say it', () => {
  const origins = new Map([['Shop-v1', ['https://api.example']]]);
  const policies = (owner: string | undefined): readonly string[] =>
    [...pageFor({ base: '/base', origins }, page(''), owner).matchAll(/content="([^"]+)"/g)].map(
      ([, policy = '']) => policy,
    );
  const [own, folder, ...more] = policies('Shop-v1');
  expect(more).toEqual([]);
  expect(own).toContain('connect-src &#039;self&#039; https://api.example; ');
  expect(own).not.toContain('frame-ancestors');
  const ours = 'http://*:*/base/_astro/ https://*:*/base/_astro/';
  expect(folder).toBe(`script-src ${ours}; style-src ${ours}`);
  expect(policies('Other-v1')[0]).toContain('connect-src &#039;self&#039;; ');
});
