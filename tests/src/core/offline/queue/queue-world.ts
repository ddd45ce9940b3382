/** A queue on a disk in memory, with a server whose answers a test decides and a clock in the hand. */
import { createQueue } from '#src/core/offline/queue/queue.ts'
import type { Row } from '#src/core/offline/queue/queue-rows.ts'
import type { QueueDisk, QueueParts, QueueRules } from '#src/core/offline/queue/queue-types.ts'

/** One after another, as a lock over tabs does. */
export const aLock = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

export const aDisk = <E>(given: readonly Row<E>[] = []) => {
  let rows = given
  const disk: QueueDisk<E> = {
    load: () => Promise.resolve(structuredClone(rows)),
    change: (change) => {
      rows = structuredClone(change(structuredClone(rows)))
      return Promise.resolve(true)
    },
  }
  return { ...disk, rows: () => rows, entries: () => rows.map(({ entry }) => entry) }
}

type Parts<E, A> = Pick<QueueParts<E, A>, 'send'> & Partial<QueueParts<E, A>>

/** A queue that never tries again without being asked. */
export const aQueue = <E, A>(rules: QueueRules<E>, parts: Parts<E, A>) =>
  createQueue<E, A>({
    ...rules,
    disk: aDisk<E>(),
    exclusively: (work) => work(),
    later: () => () => undefined,
    ...parts,
  })

/** A message between tabs has arrived. */
export const untilNotified = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Two tabs of one person that hear of each other, as far as `arrives` lets them; a crashed one starts from the disk. */
export const twoTabs = <E, A>(
  rules: QueueRules<E>,
  parts: Omit<Parts<E, A>, 'disk'>,
  arrives = () => true,
) => {
  const shared = { ...parts, disk: aDisk<E>(), exclusively: aLock() }
  const start = (other: 'one' | 'other') =>
    aQueue<E, A>(rules, {
      ...shared,
      notifyTabs: (over) => {
        if (arrives()) void tabs[other].refresh(over)
      },
    })
  const tabs = { one: start('other'), other: start('one') }
  return {
    disk: shared.disk,
    get one() {
      return tabs.one
    },
    get other() {
      return tabs.other
    },
    crash: (tab: 'one' | 'other') => {
      tabs[tab].close()
      tabs[tab] = start(tab === 'one' ? 'other' : 'one')
    },
  }
}
