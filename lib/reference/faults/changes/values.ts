// Values that are refused, although they may be valid.
import { after, before, type Change } from '../../change.js';
import { refuse } from './refusals.js';
import { idIn } from './requests.js';

export const refusingName = (status: number, when: (name: string) => boolean): Change =>
  after('nameOf', (name) => (when(name) ? refuse(status) : name));
export const refusingCategory = (status: number, when: (category: bigint) => boolean): Change =>
  after('categoryOf', (category) => (when(category) ? refuse(status) : category));
export const refusingText = (status: number, when: (text: string) => boolean): Change =>
  after('textOf', (text) => (when(text) ? refuse(status) : text));
export const refusingId = (status: number, when: (id: string) => boolean): Change =>
  before('idOf', (call) => {
    if (when(idIn(call))) refuse(status);
  });
