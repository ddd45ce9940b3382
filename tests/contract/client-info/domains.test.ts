import { expect, it } from 'vitest'
import { domainIn } from '#contract/client-info/domains.ts'

it.each([
  ['learn.example.org', 'learn.example.org'],
  [' https://Learn.Example.org:8443/courses?x=1 ', 'learn.example.org'],
  ['learn.example.org.', 'learn.example.org'],
  ['सीखें.भारत', 'xn--i1b3b0f6ayb.xn--h2brj9c'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['0x7f.1', null],
  ['printer.local', null],
  ['db.internal', null],
  ['metadata.google.internal', null],
  ['example', null],
  ['me@example.org', null],
  ['two words.org', null],
  ['under_score.example.org', null],
  [`${'a'.repeat(64)}.org`, null],
  ['', null],
])('takes %s for the domain %s', (typed, host) => {
  expect(domainIn(typed)).toBe(host)
})
