import { useCallback, useEffect, useState } from 'react'

/** What `read` answers, once for each life of the component; `explain` says why it failed, or null to show nothing. */
export const useLoaded = <T>(read: () => Promise<T>, explain: (problem: unknown) => string | null) => {
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(() => {
    setError(null)
    read().then(setValue, (problem: unknown) => setError(explain(problem)))
    // A new function of the caller is no reason to ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(load, [load])
  return { value, error, retry: load }
}
