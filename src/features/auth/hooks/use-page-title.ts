import { useEffect } from 'react'

/** "Sign in · Academy" in the window's title. */
export const usePageTitle = (title: string, name: string) => {
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title
  }, [title, name])
}
