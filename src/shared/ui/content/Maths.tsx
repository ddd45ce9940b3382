import { useCallback, useEffect, useState } from 'react'
import { loadTexReader, mathElement, texReaderNow, type TexReader } from '../../lib/text/tex.ts'

type Props = { tex: string; block?: boolean }

/** A formula, drawn by the browser; from left to right in every script. Shows the TeX if it cannot be read. */
export const Maths = ({ tex, block = false }: Props) => {
  const readTex = useTexReader()
  const show = useCallback(
    (box: HTMLElement | null) => {
      const tree = readTex?.(tex, block)
      box?.replaceChildren(tree ? mathElement(tree) : tex)
    },
    [readTex, tex, block],
  )
  return <bdi dir="ltr" ref={show} />
}

/** Null while the parser loads, and offline when it was never loaded. */
export const useTexReader = (): TexReader | null => {
  const [readTex, setReadTex] = useState(texReaderNow)
  useEffect(() => {
    if (readTex) return
    let isMounted = true
    const load = async () => {
      const loaded = await loadTexReader().catch(() => null)
      if (isMounted) setReadTex(() => loaded)
    }
    void load()
    return () => {
      isMounted = false
    }
  }, [readTex])
  return readTex
}
