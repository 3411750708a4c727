import type { VoiceLanguage } from '@drumbeat/contract/voice/voice.rules.ts';

/**
 * The function words of each language: how often somebody uses each says much about the writer, and little
 * about the subject.
 */
const lists: Record<VoiceLanguage, string> = {
  en: `the of and to a in that it is was i for on you he be with as by at have are this not but had his they from she
    which or we an there her were one do been all their has would will what if can when so no said who more about up
    them some could him into its then two out my time than me only just your now how well our like even here
    also very really still too always never maybe much get got why off`,
  de: `der die das und ich ist nicht zu ein eine es in den mit sich auf von dem für im auch so wie aber hat man was
    wir noch bei nur sie er als wenn aus oder mehr schon mal ja nein doch dann da wird sind war habe haben kann mein
    meine du dir mir mich uns euch einen einem immer nie wieder sehr ganz halt eben jetzt hier dort weil dass über
    nach um am zum zur`,
  es: `de la que el en y a los se no un una las por con su para es lo como más pero sus le ya o este sí porque esta
    cuando muy sin sobre también me hasta hay donde quien desde todo nos todos uno les ni contra otros ese eso ante
    ellos e esto mí qué antes algunos yo otro otra él tanto esa mucho nada te tu ti mi siempre nunca bien así solo
    ahora aquí son soy fue era`,
  fr: `de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la mais comme ou si
    leur y dont tout avec cette on aux ces sans elle je tu nous vous mon ma mes ton ta tes son sa ses me te lui être
    avoir fait faire bien très aussi encore toujours jamais peu trop rien quand donc alors parce même ici là oui non
    moi toi était suis c'est`,
  pt: `de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou
    ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem
    nas me esse eles estão você tinha foram essa num nem suas meu minha às têm numa tudo sempre nunca bem aqui agora
    ainda aí então porque`,
};

const sets = {
  en: setOf('en'),
  de: setOf('de'),
  es: setOf('es'),
  fr: setOf('fr'),
  pt: setOf('pt'),
} satisfies Record<VoiceLanguage, ReadonlySet<string>>;

function setOf(language: VoiceLanguage): ReadonlySet<string> {
  return new Set(lists[language].split(/\s+/));
}

/** The function words of a language, in lower case. */
export function functionWordsOf(language: VoiceLanguage): ReadonlySet<string> {
  return sets[language];
}
