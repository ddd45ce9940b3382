import { useState } from 'react'

/** True once somebody was signed in on this page, even after they sign out. */
export const useWasSignedIn = (isSignedIn: boolean): boolean => {
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  return wasSignedIn
}
