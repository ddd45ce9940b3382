import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { JoinRefusal, ScheduledSession } from '#contract/live/live.ts'
import type { ConsentAnswer } from '#contract/live/shapes.ts'
import { callJoin, liveKeys } from '../api/live.queries.ts'

export type JoinState =
  | { at: 'idle' | 'pending' | 'asking' }
  /** `url` where the browser allowed no new window: then the person opens it. */
  | { at: 'joined'; url: string | null }
  | { at: 'refused'; reason: JoinRefusal }
  | { at: 'failed' }

/** Opened while the press is being handled: browsers block windows that come later. */
const openWindow = (): Window | null => {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  return opened
}

/** Joining: asks for consent where the session is recorded, fetches the link and opens it. */
export const useJoin = (session: ScheduledSession) => {
  const client = useQueryClient()
  const [state, setState] = useState<JoinState>({ at: 'idle' })
  const needsConsent = session.consent_rule !== 'none' && !session.is_host
  const join = async (consent: ConsentAnswer | null) => {
    const opened = openWindow()
    setState({ at: 'pending' })
    try {
      const answer = await callJoin(session.id, consent)
      if (answer.outcome === 'refused') {
        opened?.close()
        setState(
          answer.reason === 'consent_needed' ? { at: 'asking' } : { at: 'refused', reason: answer.reason },
        )
      } else {
        if (opened) opened.location.href = answer.url
        setState({ at: 'joined', url: opened ? null : answer.url })
      }
    } catch {
      opened?.close()
      setState({ at: 'failed' })
    }
    void client.invalidateQueries({ queryKey: liveKeys.schedules })
  }
  return {
    state,
    press: () => (needsConsent ? setState({ at: 'asking' }) : void join(null)),
    answer: (consent: ConsentAnswer) => void join(consent),
    cancel: () => setState({ at: 'idle' }),
  }
}
