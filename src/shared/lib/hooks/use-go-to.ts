import { useNavigate } from 'react-router-dom'

/** Where the payer goes: a page of the app, or the provider's. */
export const useGoTo = () => {
  const navigate = useNavigate()
  return (url: string) => {
    if (url.startsWith('/')) void navigate(url)
    else window.location.assign(url)
  }
}
