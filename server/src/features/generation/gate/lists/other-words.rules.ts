import type { Language } from '../gate.types.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** German, Spanish, French and Portuguese words without content: function words and empty words. */
export const otherEmptyWords: Readonly<Record<Exclude<Language, 'en'>, ReadonlySet<string>>> = {
  de: list(`
    aber alle allem allen alles als also am an andere anderen auch auf aus bei beim bin bis bist da damit dann das dass dein
    deine deinem deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch
    ein eine einem einen einer eines einfach er erst es etwas euch euer für gegen gern habe haben hat hatte hier ich ihm
    ihn ihnen ihr ihre im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen können
    machen macht man manchmal mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch nun nur
    ob oder ohne schon sehr sein seine sich sie sind so soll sondern sonst um und uns unser unsere unter viel viele vom
    von vor wann war was weil wenn wer werden wie wieder will wir wird wo zu zum zur über
    beste bessere chance chancen dinge erfolg erfolge erfolgreich energie erfahrung erfahrungen freude ganze große groß
    gut gute guten herausforderung herausforderungen idee ideen kleine klein kraft leben leidenschaft lernen menschen
    moment momente möglichkeit möglichkeiten motivation mut neue neuen neues potenzial qualität reise richtig schritt
    schritte sinn spaß stark stärke tag tage teil thema traum träume unterschied veränderung verändern vision wachsen
    wachstum weg welt wert wichtig wirklich zeit ziel ziele zukunft
  `),
  es: list(`
    a al algo alguien algún alguna ante antes aquí así aunque aún bien cada casi como con cosa cosas cual cuando cuanto de
    del desde donde dos e el ella ellas ellos en entonces entre era eran eres es esa ese eso esos esta estaba estamos
    están estar estas este esto estos estoy está fue fueron ha había hace hacer hasta hay he hoy igual ir la las le les lo
    los luego mas me mi mis mismo mucha mucho muchos muy más mí nada ni no nos nosotros nuestra nuestro nunca o os otra
    otro otros para pero poco por porque pues que quien qué se sea ser si siempre sin sino sobre solo son soy su sus sí
    también tan tanto te tener tengo ti tiene tienen toda todas todo todos tu tus tú un una uno unos va vamos van vez y ya
    yo
    aprender aventura camino cambio cambiar crecer crecimiento desafío desafíos diferencia día días energía esfuerzo éxito
    experiencia experiencias fuerza futuro gente gran grande grandes idea ideas importante increíble lograr mejor mejores
    mente meta metas momento momentos motivación mundo nueva nuevo oportunidad oportunidades pasión paso pasos persona
    personas poder posibilidades potencial propósito sueño sueños tiempo trabajo único valor verdadero viaje vida vidas
  `),
  fr: list(`
    a ai alors après as au aucun aussi autre autres aux avant avec avez avoir avons beaucoup bien bon c'est ce ceci cela
    celle celui ces cet cette chaque chez chose choses ci comme comment d'un d'une dans de depuis des deux dit donc dont
    du elle elles en encore entre est et eu être eux fait faire faut fois font il ils j'ai je jusque l'a la le les leur
    leurs lui là ma mais me mes moi moins mon même n'est ne ni non nos notre nous on ont ou où par parce pas pendant peu
    peut plus pour pourquoi qu'il qu'on quand que quel quelle qui quoi rien s'il sa sans se sera ses si son sont sous sur
    ta tes toi ton toujours tous tout toute toutes trop très tu un une va vers voici voilà vos votre vous y à ça
    aventure avenir belle beau besoin bonheur chemin changer changement clé confiance croissance défi défis différence
    énergie expérience expériences force gens grand grande grands grandir idée idées important incroyable jour jours
    meilleur meilleure moment moments monde motivation nouveau nouvelle objectif objectifs opportunité opportunités
    passion personne personnes possibilités potentiel pouvoir puissance réussir réussite rêve rêves succès temps travail
    unique valeur vie voyage vrai vraie étape étapes
  `),
  pt: list(`
    a agora ainda algo alguém algum alguma ao aos aquela aquele aqui as assim até bem cada coisa coisas com como da das de
    dela dele depois desde do dois dos e ela elas ele eles em entre era essa esse esta estava este estou está estão eu foi
    foram hoje há isso isto já lá lhe mais mas me mesma mesmo meu meus minha muito muita muitos na nada nas nem no nos
    nossa nosso não nós nunca o onde os ou outra outro outros para pela pelo pode por porque pouco pra qual quando que quem
    se sem sempre ser será seu seus só somos sou sua suas são também tanto te tem temos tenho ter teu toda todas todo
    todos tu tudo tão um uma uns vai vamos vez você vocês à às é
    aprender aventura caminho crescer crescimento desafio desafios dia dias diferença energia esforço experiência
    experiências força futuro gente grande grandes ideia ideias importante incrível jornada melhor melhores mente meta
    metas momento momentos motivação mudança mudar mundo nova novo oportunidade oportunidades paixão passo passos pessoa
    pessoas poder possibilidades potencial propósito sonho sonhos sucesso tempo trabalho único valor verdadeiro vida vidas
  `),
};
