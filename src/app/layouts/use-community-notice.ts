import { useEffect, useState } from 'react'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { isKnownPath } from '#src/core/routes.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useClient } from './use-client.ts'

/** Spec §9 "Interface": community notice auto-close. */
export const NOTICE_MS = 4000
/** The page first, then the notice. */
const NOTICE_AFTER_MS = 300

/**
 * The community notice of the bell: opens by itself once on the home route (a local flag remembers) and closes by
 * itself. `reading` (pointer or focus on it) holds the clock; what a person opened stays until they close it.
 */
export const useCommunityNotice = (pathname: string, communityExists = isKnownPath(paths.community)) => {
  const { features } = useClient()
  const available = communityExists && hasFeature(features, 'community_forum')
  const [open, setOpen] = useState(false)
  const [byItself, setByItself] = useState(false)
  const [reading, setReading] = useState(false)
  const [seen, setSeen] = useState(() => safeLocal.get(keys.noticeSeen) === 'true')

  const markSeen = () => {
    safeLocal.set(keys.noticeSeen, 'true')
    setSeen(true)
  }
  const due = available && !seen && pathname === paths.home
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => {
      markSeen()
      setByItself(true)
      setOpen(true)
    }, NOTICE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [due])
  useEffect(() => {
    if (!open || !byItself || reading) return
    const timer = setTimeout(() => setOpen(false), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [open, byItself, reading])

  const onOpenChange = (next: boolean) => {
    setOpen(next)
    setByItself(false)
    setReading(false)
    if (next && available) markSeen()
  }
  return { available, open, byItself, onOpenChange, setReading, unseen: available && !seen }
}
