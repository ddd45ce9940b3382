/** Reads what BigBlueButton's webhooks report (https://docs.bigbluebutton.org/development/webhooks). */
import * as z from 'zod/mini'

export type HookEvent =
  | { kind: 'entered' | 'left'; room: string; userId: number; device: string; at: number }
  | { kind: 'published'; room: string }

const EVENTS_MAX = 50
const KINDS = { 'user-joined': 'entered', 'user-left': 'left' } as const

const reported = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({
      meeting: z.object({ 'external-meeting-id': z.uuid() }),
      user: z.optional(
        z.object({
          'external-user-id': z.coerce.number<string>().check(z.int(), z.positive()),
          'internal-user-id': z.string().check(z.minLength(1), z.maxLength(100)),
        }),
      ),
    }),
    event: z.object({ ts: z.number().check(z.positive()) }),
  }),
})

const toEvent = (value: unknown): HookEvent[] => {
  const parsed = reported.safeParse(value)
  if (!parsed.success) return []
  const { id, attributes, event } = parsed.data.data
  const room = attributes.meeting['external-meeting-id']
  if (id === 'rap-publish-ended') return [{ kind: 'published', room }]
  const { user } = attributes
  if (!user || (id !== 'user-joined' && id !== 'user-left')) return []
  return [
    {
      kind: KINDS[id],
      room,
      userId: user['external-user-id'],
      device: user['internal-user-id'],
      at: event.ts,
    },
  ]
}

/** The events of a call that the product uses; anything else is left out. */
export const eventsIn = (body: string): HookEvent[] => {
  const text = new URLSearchParams(body).get('event')
  try {
    const list: unknown = JSON.parse(text ?? '')
    return Array.isArray(list) ? list.slice(0, EVENTS_MAX).flatMap(toEvent) : []
  } catch {
    return []
  }
}
