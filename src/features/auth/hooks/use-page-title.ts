import { useEffect } from 'react'

/** Sets the window title, such as "Sign in · Academy". */
export const usePageTitle = (title: string, name: string) => {
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title
  }, [title, name])
}
