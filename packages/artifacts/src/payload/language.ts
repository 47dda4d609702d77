const codes =
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
const known = new Set(codes.split(' '))
const former: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi', mo: 'ro', sh: 'sr', fil: 'tl', cmn: 'zh', yue: 'zh' }

/** ISO 639-1 code of a language given as such, as ISO 639-2 or as a BCP 47 tag (`pt-BR`, `zh_Hant`, `deu`); undefined when it is none. */
export function readLanguage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const tag = value.trim().replaceAll('_', '-').toLowerCase()
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(tag)) return undefined
  const primary = tag.split('-')[0] ?? ''
  const code = primary.length === 2 ? primary : canonical(primary)
  const current = Object.hasOwn(former, code) ? (former[code] ?? code) : code
  return known.has(current) ? current : undefined
}

function canonical(primary: string): string {
  try {
    return Intl.getCanonicalLocales(primary)[0]?.split('-')[0] ?? primary
  } catch {
    return primary
  }
}
