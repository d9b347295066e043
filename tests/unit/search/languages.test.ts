import { describe, expect, test } from 'vitest';
import { NO_OPERATIONS } from '../../../src/search/entry.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';

const ENTRY = {
  ...NO_OPERATIONS,
  kind: 'field',
  name: 'x',
  aliases: [],
  document: { level: 'api' },
  anchor: '',
} as const;

function answer(text: string, question: string): 'found' | 'as a typo' | 'not found' {
  const { hits, corrected } = search([new Shard(writeShard([{ ...ENTRY, text }]))], question);
  if (hits.length === 0) return 'not found';
  return corrected === null ? 'found' : 'as a typo';
}

describe('a description in another language is found by a word of it', () => {
  test.each([
    ['Das Benutzerkonto', 'benutzer', 'found'],
    ['Die Größe', 'grosse', 'found'],
    ['Die Größe', 'GRÖSSE', 'found'],
    ['Die Größe', 'groesse', 'as a typo'],
    ['Créer un élève', 'eleve creer', 'found'],
    ['Miasto Łódź', 'lodz', 'found'],
    ['Işık', 'isik', 'found'],
    ['ISI', 'ısı', 'found'],
    ['İSTANBUL', 'istanbul', 'found'],
    ['Список пользователей', 'пользоват', 'found'],
    ['قائمة المستخدمين', 'مستخدم', 'found'],
    ['قائمة المستخدمين', 'المستخدم', 'found'],
    ['مُسْتَخْدِم', 'مستخدم', 'found'],
    ['创建用户账户', '用户', 'found'],
    ['创建用户账户', '账户', 'found'],
    ['使用API密钥登录', 'api', 'found'],
    ['使用API密钥登录', 'API密钥', 'found'],
    ['APIキーを発行する', 'キー', 'found'],
    ['ユーザー認証トークン', '認証', 'found'],
    ['사용자를 생성합니다', '사용자', 'found'],
    ['สร้างบัญชีผู้ใช้', 'ผู้ใช้', 'found'],
    // There are no stems, and no parts of words but their beginnings.
    ['Das Benutzerkonto', 'konto', 'not found'],
    ['Список пользователей', 'пользователь', 'not found'],
  ])('%s by %s: %s', (text, question, expected) => {
    expect(answer(text, question)).toBe(expected);
  });
});
