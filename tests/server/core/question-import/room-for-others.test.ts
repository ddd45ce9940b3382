import { describe, expect, test } from 'vitest'
import { parseXml, type XmlNode } from '#server/core/packages/xml.ts'
import { questionsOfBank } from '#server/core/question-import/index.ts'
import { aChoice, aQuiz } from '#tests/support/content/cartridge.ts'

const bankOf = (count: number): XmlNode => {
  const questions = Array.from({ length: count }, (_, at) => aChoice(`q${at}`, `Question ${at}?`))
  const [file] = aQuiz('bank', 'A large bank', questions).files
  return parseXml(Buffer.from(String(file?.content)), 'bank.xml')
}

/** How often everybody else had their turn while the work was done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  await work()
  clearImmediate(next)
  return turns
}

describe('a large bank of questions', () => {
  test('given 1,000 questions in one document, when read, then others have their turn again and again', async () => {
    const bank = bankOf(1000)
    const rows: unknown[] = []
    const turns = await turnsDuring(async () => rows.push(...(await questionsOfBank(bank))))
    expect(rows).toHaveLength(1000)
    expect(turns).toBeGreaterThan(1)
  })

  test('given a single question, when read, then nobody needs a turn: the count above is of real pauses', async () => {
    const bank = bankOf(1)
    await questionsOfBank(bank)
    expect(await turnsDuring(() => questionsOfBank(bank))).toBeLessThan(2)
  })
})
