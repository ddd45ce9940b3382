import { describe, expect, test } from 'vitest'
import { descendants, parseXml } from '#server/core/packages/xml.ts'
import { questionsOfItems, type WeightedItem } from '#server/core/question-import/qti.ts'
import { aChoice, aQuiz } from '#tests/support/content/cartridge.ts'

const bankOf = (count: number): WeightedItem[] => {
  const questions = Array.from({ length: count }, (_, index) => aChoice(`q${index}`, `Question ${index}?`))
  const [file] = aQuiz('bank', 'A large bank', questions).files
  const root = parseXml(Buffer.from(String(file?.content)), 'bank.xml')
  return descendants(root, ({ name }) => name === 'item').map((node) => ({ node, points: null }))
}

/** Counts the turns that the event loop gave to other work. */
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

describe('large question bank', () => {
  test('yields to the event loop while reading 1,000 questions', async () => {
    const bank = bankOf(1000)
    const rows: unknown[] = []
    const turns = await turnsDuring(async () => rows.push(...(await questionsOfItems(bank))))
    expect(rows).toHaveLength(1000)
    expect(turns).toBeGreaterThan(1)
  })

  test('control: does not yield for a single question', async () => {
    const bank = bankOf(1)
    await questionsOfItems(bank)
    expect(await turnsDuring(() => questionsOfItems(bank))).toBeLessThan(2)
  })
})
