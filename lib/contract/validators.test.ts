import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseExact } from '../http/json/exact.js';
import { inFolder } from '../testing/io.js';
import {
  compiled,
  Judgement,
  preparedFrom,
  prepareValidators,
  type SchemaName,
} from './validators.js';

const bodies: readonly (readonly [SchemaName, string])[] = [
  ['Pets', '[]'],
  ['Pets', '[{"id":1,"name":"Ada","categoryId":9223372036854775807}]'],
  ['Pets', '[{"id":1,"name":"Ada","categoryId":9223372036854775808}]'],
  ['Pets', '[{"id":1},{"id":"1"}]'],
  ['Pet', '{"id":1.5,"name":"Ada","categoryId":1}'],
  ['Pet', '{"id":1,"name":"Ada","categoryId":1,"status":"lost"}'],
  ['Error', '{"code":"x","message":"y","status":400}'],
  ['Error', '{"code":1}'],
  ['Message', '{"id":"x"}'],
];

test('what the build writes down says the same as what is compiled now', () =>
  inFolder(async (folder) => {
    const [, source] = prepareValidators();
    const path = join(folder, 'validators.cjs');
    writeFileSync(path, source);
    const prepared = preparedFrom(path);
    for (const [name, text] of bodies) {
      const json = parseExact(text);
      if (!json.ok) throw new Error(`made up wrongly: ${text}`);
      const errorsOf = (validate = compiled(name)) => {
        validate.call(new Judgement(json), json.value);
        return validate.errors;
      };
      expect(errorsOf(prepared?.[name])).toEqual(errorsOf());
    }
    writeFileSync(join(folder, 'other.cjs'), source.replace(/exports\.of = "/, '$&0'));
    expect(preparedFrom(join(folder, 'other.cjs'))).toBeNull();
    expect(preparedFrom(join(folder, 'nowhere.cjs'))).toBeNull();
  }));
