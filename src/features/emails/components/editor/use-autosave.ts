import { useEffect, useRef, useState } from 'react'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { useSaveCampaign } from '../../api/campaigns.queries.ts'
import { draftOf, type Draft } from '../../model/draft.ts'

const SAVE_AFTER_MS = 800

/** `conflict`: somebody else saved it or sent it; nothing of theirs is overwritten. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

/** The draft as it is typed, saved after a pause. One save at a time, each with the version that the last one gave. */
export const useAutosave = (campaign: Campaign) => {
  const [draft, setDraft] = useState<Draft>(() => draftOf(campaign))
  const [saved, setSaved] = useState(draft)
  const version = useRef(campaign.version)
  const { mutateAsync, isPending, error, reset } = useSaveCampaign(campaign.id)
  const isChanged = draft !== saved
  const isConflict = isApiError(error) && error.status === 409
  // A draft without a name cannot be saved; the field says so.
  const isSavable = draft.name.trim() !== ''

  const save = async (): Promise<boolean> => {
    if (!isChanged) return true
    if (isPending || isConflict || !isSavable) return false
    try {
      const answer = await mutateAsync({ ...draft, version: version.current })
      version.current = answer.version
      setSaved(draft)
      return true
    } catch {
      return false
    }
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!isChanged || isPending || error) return
    const timer = setTimeout(() => void latest.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, isChanged, isPending, error])
  // Leaving by a link saves the last words.
  useEffect(() => () => void latest.current(), [])
  useEffect(() => (isChanged ? registerBusy('campaign') : undefined), [isChanged])

  const state: SaveState = isConflict
    ? 'conflict'
    : error
      ? 'failed'
      : isPending
        ? 'saving'
        : isChanged
          ? 'unsaved'
          : 'saved'
  return {
    draft,
    state,
    save,
    change: (changes: Partial<Draft>) => {
      if (error && !isConflict) reset()
      setDraft((before) => ({ ...before, ...changes }))
    },
  }
}
export type Autosave = ReturnType<typeof useAutosave>
