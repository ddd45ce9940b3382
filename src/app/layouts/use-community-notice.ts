import { useEffect, useState } from 'react'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { isKnownPath } from '#src/core/routes.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useIsHomeSettled } from '../home-settled.ts'
import { useClient } from './use-client.ts'

/** The community notice closes after this time (spec 9: Interface). */
export const NOTICE_MS = 4000
/** The page renders first, then the notice opens. */
const NOTICE_AFTER_MS = 300

/**
 * The community notice of the bell. It opens once automatically on the home route (a local flag remembers
 * that) and closes automatically. `reading` (pointer or focus on it) pauses the timer; a notice that a person
 * opened stays until they close it.
 */
export const useCommunityNotice = (pathname: string, communityExists = isKnownPath(paths.community)) => {
  const { features } = useClient()
  const isAvailable = communityExists && hasFeature(features, 'community_forum')
  const [open, setOpen] = useState(false)
  const [isAutomatic, setIsAutomatic] = useState(false)
  const [reading, setReading] = useState(false)
  const [isSeen, setSeen] = useState(() => safeLocal.get(keys.noticeSeen) === 'true')

  const markSeen = () => {
    safeLocal.set(keys.noticeSeen, 'true')
    setSeen(true)
  }
  // Never over the questions that a new learner is asked on the home.
  const isDue = useIsHomeSettled() && isAvailable && !isSeen && pathname === paths.home
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => {
      markSeen()
      setIsAutomatic(true)
      setOpen(true)
    }, NOTICE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDue])
  useEffect(() => {
    if (!open || !isAutomatic || reading) return
    const timer = setTimeout(() => setOpen(false), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [open, isAutomatic, reading])

  const onOpenChange = (next: boolean) => {
    setOpen(next)
    setIsAutomatic(false)
    setReading(false)
    if (next && isAvailable) markSeen()
  }
  return { isAvailable, open, isAutomatic, onOpenChange, setReading, isUnseen: isAvailable && !isSeen }
}
