import { expect, test } from 'vitest';
import { pageFor } from '../../../src/release/plain-host.ts';

const page = (body: string): string => `<head><meta charset="utf-8"></head>${body}`;

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
