import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { similarity } from '#server/features/community/threads/similar.service.ts'
import { folded, plainText, wordsOf } from '#server/core/text/search-text.ts'
import { suffixesOf } from '#server/features/community/excerpt.ts'
import { OTHER_CLIENT, startWorld, type ThreadsPage, type World } from './world.ts'

describe('search words', () => {
  test.each([
    ['How do I read_CSV in Python?', ['how', 'do', 'i', 'read', 'csv', 'in', 'python']],
    ['C++ or C#, node.js', ['c++', 'or', 'c#', 'node', 'js']],
    ['العَرَبِيَّة جميـــلة، أليس كذلك؟', ['العربيه', 'جميله', 'اليس', 'كذلك']],
    ['हिन्दी में पाँच प्रश्न।', ['हिंदी', 'में', 'पांच', 'प्रश्न']],
    ['क़लम', ['कलम']],
    ['١٢ १२ 12', ['١٢', '१२', '12']],
    ['ﬁne ＦＵＬＬ', ['fine', 'full']],
    ['?!।،', []],
  ])('folds and splits %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('folds spellings that differ only in marks to the same word', () => {
    expect(folded('إجابة')).toBe(folded('اجابه'))
    expect(folded('हिन्दी')).toBe(folded('हिंदी'))
    expect(folded('CAFÉ')).toBe(folded('cafe\u0301'))
    expect(folded('python')).not.toBe(folded('pythön'))
  })

  test('lists all suffixes of at least two letters', () => {
    expect(suffixesOf('react')).toEqual(['react', 'eact', 'act', 'ct'])
    expect(suffixesOf('क')).toEqual(['क'])
  })

  test('keeps words of neighbouring paragraphs separate', () => {
    expect(plainText('<p>one</p><p>two &amp; &lt;b&gt;</p><pre>x&nbsp;y</pre>')).toBe('one two & <b> x y')
  })
})

describe('search', () => {
  let world: World
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    world = await startWorld()
    const addThread = async (key: string, title: string, body: string, tags: number[] = []) => {
      ids[key] = (await world.thread(world.asha, { title, body: `<p>${body}</p>`, tags })).id
    }
    const python = await world.tag('python')
    await addThread('csv', 'How to read a CSV file in Python?', 'pandas or the csv module', [python])
    await addThread('js', 'JavaScript closures', 'A function remembers its <code>scopeChain</code>')
    await addThread('hindi', 'हिन्दी में सूची कैसे बनाएँ?', 'पायथन की सूचियाँ', [python])
    await addThread('arabic', 'كيف أقرأ مِلَفًّا في بايثون؟', 'أريد قراءة الملف سطرًا سطرًا')
    await addThread('gone', 'Deleted Python words', 'x', [python])
    await world.call(world.asha, 'DELETE', `/threads/${ids['gone']}/`)
    await world.call(
      world.stranger,
      'POST',
      '/threads/',
      { title: 'Python elsewhere', body: '<p>csv</p>', tags: [] },
      { clientId: OTHER_CLIENT },
    )
  })
  afterAll(() => world.server.close())

  const find = async (search: string, more = '') => {
    const { body } = await world.call<ThreadsPage>(
      world.ben,
      'GET',
      `/threads/?search=${encodeURIComponent(search)}${more}`,
    )
    expect(body.count).toBe(body.results.length)
    return body.results.map(({ id }) => Object.keys(ids).find((key) => ids[key] === id))
  }

  test.each([
    ['python', ['csv']],
    ['PYTHON csv', ['csv']],
    ['pyth', ['csv']],
    ['script', ['js']],
    ['scopechain', ['js']],
    ['pandas', ['csv']],
    ['python closures', []],
    ['हिंदी', ['hindi']],
    ['सूची', ['hindi']],
    ['ملف', ['arabic']],
    ['مِلَفّ', ['arabic']],
    ['اقرا', ['arabic']],
    ['قراءه', ['arabic']],
    ['zebra', []],
    ['???', []],
    ['%', []],
    ['_', []],
  ])("finds %s in titles and bodies of the client's active threads", async (text, found) => {
    expect(await find(text)).toEqual(found)
  })

  test('requires search term and whole tag together, in any spelling', async () => {
    expect(await find('read', '&tag=python')).toEqual(['csv'])
    expect(await find('javascript', '&tag=python')).toEqual([])
    const tagged = async (name: string) =>
      (await world.call<ThreadsPage>(world.ben, 'GET', `/threads/?tag=${name}`)).body
    expect((await tagged('python')).count).toBe(2)
    expect((await tagged('pyth')).count).toBe(0)
    expect(await tagged('Python')).toMatchObject({ count: 2, results: [{}, {}] })
  })

  test('suggests threads with a similar title', async () => {
    const similar = async (title: string) =>
      (
        await world.call<{ results: { id: number; answered: boolean }[] }>(
          world.ben,
          'GET',
          `/similar/?title=${encodeURIComponent(title)}`,
        )
      ).body.results
    expect(await similar('how do I read csv files in python')).toEqual([
      { id: ids['csv'], title: 'How to read a CSV file in Python?', comments_count: 0, answered: false },
    ])
    expect((await similar('كيف اقرأ ملفا في بايثون')).map(({ id }) => id)).toEqual([ids['arabic']])
    expect((await similar('हिंदी में सूची कैसे बनायें')).map(({ id }) => id)).toEqual([ids['hindi']])
    expect(await similar('What is a good book on cooking?')).toEqual([])
  })

  test('rates equal texts 1 and unrelated ones near 0', () => {
    expect(similarity('Read a file', 'read a FILE')).toBe(1)
    expect(similarity('Read a file', 'Cook some rice')).toBeLessThan(0.1)
  })
})

describe('search under row-level security', () => {
  test('uses only leakproof operators, so that their indexes are used', async () => {
    const world = await startWorld()
    try {
      const rows = await world.rows<{ name: string; leakproof: boolean }>(
        `select o.oprname as name, p.proleakproof as leakproof from pg_operator o join pg_proc p on p.oid = o.oprcode
         where o.oprleft = 'text'::regtype and o.oprright = 'text'::regtype and o.oprname in ('=', '>=', '<') order by 1`,
      )
      expect(rows).toEqual(['<', '=', '>='].map((name) => ({ name, leakproof: true })))
      const [match] = await world.rows<{ leakproof: boolean }>(
        `select p.proleakproof as leakproof from pg_operator o join pg_proc p on p.oid = o.oprcode
         where o.oprname = '@@' and o.oprleft = 'tsvector'::regtype`,
      )
      expect(match?.leakproof).toBe(false)
    } finally {
      await world.server.close()
    }
  })
})
