/**
 * What the bell's stream tells. The app checks these answers itself, so they come with the schema library; everything else
 * about notifications is plain data (build/contract-data.ts).
 */
import * as z from 'zod/mini'
import { id, timestamp } from '../common.ts'
import { notificationKinds } from './kinds.ts'

export const notification = z.object({
  id,
  kind: z.enum(notificationKinds),
  /** What the words of the kind are filled with: names and titles as people wrote them. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A path of the app. */
  link: z.string(),
  created_at: timestamp,
  read_at: z.nullable(timestamp),
})
export type Notification = z.infer<typeof notification>

/** How many wait, and the newest there is (0: none). */
export const unreadState = z.object({ unread: z.int(), latest_id: z.int() })
export type UnreadState = z.infer<typeof unreadState>

export const toldEvent = z.object({ unread: z.int(), notification })

/** Ids of others' comments and replies that came or went. `whole`: all that came since one looked, at the beginning. */
export const liveEvent = z.object({
  topic: z.string(),
  whole: z.boolean(),
  came: z.array(id),
  gone: z.array(id),
})
export type LiveEvent = z.infer<typeof liveEvent>
