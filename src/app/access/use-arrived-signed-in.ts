import { useState } from 'react'

/** True once somebody was signed in on this page, also after they left. */
export const useArrivedSignedIn = (signedIn: boolean): boolean => {
  const [was, setWas] = useState(signedIn)
  if (signedIn && !was) setWas(true)
  return was
}
