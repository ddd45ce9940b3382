/** Money that was noted by hand goes back by hand, in parts, sometimes sent twice; the book of the link follows. */
import { randomUUID } from 'node:crypto'
import type { Random } from '#tests/support/random.ts'
import { TODAY, type LinkWorld } from '../link-world.ts'
import type { History } from './start-history.ts'

interface Giving {
  readonly world: LinkWorld
  readonly link: History['link']
  readonly random: Random
  readonly expect: (what: string, is: unknown, expected: unknown) => void
}

const amountOf = (random: Random, left: number): number => {
  const kind = random(3)
  if (kind === 0) return left + 1
  return kind === 1 ? Math.max(1, left) : 1 + random(left)
}

export const giveBackNote = async ({ world, link, random, expect }: Giving): Promise<void> => {
  const note = link.notes[random(Math.max(0, link.notes.length - 1))]
  if (!note) return
  const amount = amountOf(random, note.left)
  const body = {
    amount_minor: amount,
    place: random(1) === 0 ? 'cash' : 'bank',
    reference: randomUUID(),
    reason: 'model',
    returned_on: TODAY,
  }
  const send = () =>
    world.call(world.admin, 'POST', `/admin/payment-links/${link.id}/payments/${note.id}/returns/`, body)
  const answers = await Promise.all(Array.from({ length: 1 + random(1) }, send))
  const isAllowed = amount <= note.left
  for (const { status } of answers) expect(`a return of ${amount}`, status === 200, isAllowed)
  if (!isAllowed) return
  note.left -= amount
  link.book.returned += amount
}
