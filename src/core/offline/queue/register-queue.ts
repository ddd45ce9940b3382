/** A feature's queue in this tab. Each signed-in person has their own. */
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { beforeSignOut, onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { createExclusive } from '#src/shared/lib/exclusive.ts'
import type { OutboxLine, OutboxSource } from '../outbox.ts'
import { withPatience } from '../db.ts'
import { changeRows, readRows, type QueueRow } from '../outbox-rows.ts'
import { currentOwner } from '../owner.ts'
import { later, noDisk } from './memory-queue.ts'
import { createQueue, type Queue } from './queue.ts'
import type { Row } from './queue-rows.ts'
import type { QueueDisk, QueueLine, QueueRules } from './queue-types.ts'
import { onReturned } from '../returned.ts'

export interface QueueRegistration<E, A> extends QueueRules<E> {
  /** Names its rows in the outbox; the app's list of parts has the same name (`outbox.ts`). */
  name: string
  /** Under this name and the owner's, tabs tell each other of changes. */
  channel: string
  owner?: () => string | null
  send: (entry: E) => Promise<A>
  /** Lines for the outbox page; each has the `id` of the row that it describes. */
  describe: (lines: readonly QueueLine<E>[]) => Promise<readonly OutboxLine[]>
}

export interface RegisteredQueue<E, A> {
  /** The queue of the signed-in person; without one, a queue that stores and sends nothing. */
  queue: () => Queue<E, A>
  source: OutboxSource
}

/** Longer than a call may take: after this time a tab takes the lock from a frozen one. */
const SEND_PATIENCE_MS = 35_000

const toRow = <E>({ id, value }: QueueRow): Row<E> => ({ id, ...(value as Omit<Row<E>, 'id'>) })

const diskOf = <E>(owner: string, name: string): QueueDisk<E> => ({
  load: async () => {
    const rows = await withPatience<readonly QueueRow[] | null>(readRows(owner, name), null)
    if (rows === null) throw new Error('the disk cannot be read')
    return rows.map((row) => toRow<E>(row))
  },
  change: (change) =>
    changeRows(owner, name, (rows) =>
      change(rows.map((row) => toRow<E>(row))).map(({ id, ...value }) => ({ id, value })),
    ),
})
const openChannel = (name: string, onMessage: (over: readonly string[]) => unknown) => {
  if (!('BroadcastChannel' in window)) return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<readonly string[]>) => void onMessage(data)
  return { tell: (over: readonly string[]) => channel.postMessage(over), close: () => channel.close() }
}

interface Live<E, A> {
  owner: string | null
  queue: Queue<E, A>
  close: () => void
}

const openQueue = <E, A>(registration: QueueRegistration<E, A>, owner: string | null): Live<E, A> => {
  const { name, owner: ownerNow = currentOwner } = registration
  const channel = openChannel(`${registration.channel}:${owner}`, (over) => queue.refresh(over))
  const queue = createQueue<E, A>({
    ...registration,
    disk: owner === null ? noDisk : diskOf<E>(owner, name),
    notifyTabs: channel.tell,
    exclusively: createExclusive(
      () => navigator.locks as LockManager | undefined,
      `lms-queue:${name}:${owner}`,
      SEND_PATIENCE_MS,
    ),
    send: (entry) => {
      if (ownerNow() !== owner) throw new Error('somebody else is signed in')
      return registration.send(entry)
    },
    later,
  })
  const close = () => {
    queue.close()
    channel.close()
  }
  if (owner === null) close()
  return { owner, queue, close }
}

export const registerQueue = <E, A>(registration: QueueRegistration<E, A>): RegisteredQueue<E, A> => {
  const { name, owner: ownerNow = currentOwner, describe } = registration
  let live: Live<E, A> | null = null
  const queue = () => {
    const owner = ownerNow()
    if (live?.owner !== owner || !live) {
      live?.close()
      live = openQueue(registration, owner)
    }
    return live.queue
  }

  onReturned(() => void live?.queue.refresh().then(() => live?.queue.flush()))
  onConnectivity(() => {
    if (isReachable()) void live?.queue.flush()
  })
  // What can still go, goes with the person's own token; the rest is encrypted.
  beforeSignOut(() => live?.queue.flush())
  onClearUserData(() => {
    live?.close()
    live = null
  })
  return {
    queue,
    source: {
      name,
      list: async () => {
        await queue().ready()
        return describe(queue().lines())
      },
      retry: (id) => queue().retry(id),
      discard: (id) => queue().discard(id),
      subscribe: (changed) => queue().subscribe({ changed }),
    },
  }
}
