import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { forgetSearches, recentSearches, rememberSearch } from '../model/recent.ts'
import { recentSection, savedSection, sectionsOf, type Section } from '../model/sections.ts'
import { canSearch, savedCoursesQuery, searchQuery, type Wanted } from './search.queries.ts'

/** A request leaves after this pause in typing. */
const TYPING_PAUSE_MS = 150

/** `idle`: nothing to search for yet, so the recent searches are shown. */
export type ResultState = 'idle' | 'loading' | 'failed' | 'ready'

/** What the list shows for a text: results, recent searches, or without a connection the saved courses. */
export const useResults = (typed: Wanted) => {
  const isOnline = useOnline()
  const text = useSettled(typed.text, TYPING_PAUSE_MS)
  const [recent, setRecent] = useState(recentSearches)
  const wanted = { ...typed, text }
  const results = useQuery(searchQuery(wanted, isOnline))
  const saved = useQuery(savedCoursesQuery(isOnline))
  const isIdle = !canSearch(typed)
  const answer = isIdle ? undefined : results.data
  const read = isOnline ? results : saved
  const state: ResultState =
    isOnline && isIdle ? 'idle' : read.data ? 'ready' : read.isError ? 'failed' : 'loading'
  const sections = (): readonly Section[] => {
    if (!isOnline) return savedSection(saved.data ?? [], typed.text)
    if (isIdle) return recentSection(recent)
    return answer ? sectionsOf(answer, typed.text, typed.group) : []
  }
  return {
    state,
    sections: sections(),
    isOnline,
    /** The results are those of a former text. */
    isStale: isOnline && !isIdle && (text !== typed.text || results.isPlaceholderData),
    author: answer?.author ?? null,
    retry: () => void results.refetch(),
    remember: () => {
      if (isIdle) return
      rememberSearch(typed.text)
      setRecent(recentSearches())
    },
    forgetRecent: () => {
      forgetSearches()
      setRecent([])
    },
  }
}
