import type { OptionsOf } from '../../../options/member.ts';
import { filePath } from '../../../options/scalars.ts';
import { about } from '../../../options/schema.ts';
import type { AdapterOptions } from '../contract.ts';

export const basicOptions = {
  htpasswd: about('The users of HTTP Basic.', filePath('the path of a password file, such as data/htpasswd')),
};

export type BasicOptions = AdapterOptions<OptionsOf<typeof basicOptions>>;

export const BASIC = 'Basic';
