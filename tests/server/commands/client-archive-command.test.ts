import { describe, expect, it } from 'vitest'
import { importArguments } from '#server/commands/client-archive-command.ts'
import { ConfigError } from '#server/core/config.ts'

describe('arguments of client:import', () => {
  it('reads the file and no host name', () => {
    expect(importArguments(['a.tar.gz'])).toEqual({ path: 'a.tar.gz', hosts: [] })
  })

  it('reads several host names on either side of the file, in lower case and without spaces', () => {
    const args = [
      '--host',
      ' Learn.Example.org ',
      'a.tar.gz',
      '--host=xn--p1b6ci4b.example',
      '--host',
      'localhost',
    ]
    expect(importArguments(args)).toEqual({
      path: 'a.tar.gz',
      hosts: ['learn.example.org', 'xn--p1b6ci4b.example', 'localhost'],
    })
  })

  it.each([
    'https://learn.example.org',
    'learn.example.org:443',
    'learn.example.org/path',
    'learn.example.org.',
    '.example.org',
    '-learn.example.org',
    'learn_example.org',
    'learn example.org',
    'सीखो.example',
    "x'; drop table client; --",
    '*',
    '',
  ])('refuses %j as a host name and says how it is used', (host) => {
    expect(() => importArguments(['a.tar.gz', '--host', 'good.example.org', '--host', host])).toThrow(
      ConfigError,
    )
    expect(() => importArguments(['a.tar.gz', '--host', host])).toThrow('client:import -- FILE [--host HOST]')
  })

  it.each([
    ['no file', ['--host', 'learn.example.org']],
    ['two files', ['a.tar.gz', 'b.tar.gz']],
    ['a host name without its value', ['a.tar.gz', '--host']],
    ['an option that takes the next option for its value', ['a.tar.gz', '--host', '--host']],
    ['an unknown option', ['a.tar.gz', '--hosts', 'learn.example.org']],
  ])('refuses %s', (_, args) => {
    expect(() => importArguments(args)).toThrow(ConfigError)
  })
})
