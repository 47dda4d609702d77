/** Names of the models in the table of cars, in lower case. A test compares them with the data. */
export const carNames: readonly string[] = `
amc ambassador brougham
amc ambassador dpl
amc ambassador sst
amc concord
amc concord d/l
amc concord dl
amc concord dl 6
amc gremlin
amc hornet
amc hornet sportabout (sw)
amc matador
amc matador (sw)
amc pacer
amc pacer d/l
amc rebel sst
amc rebel sst (sw)
amc spirit dl
audi 100 ls
audi 100ls
audi 4000
audi 5000
audi 5000s (diesel)
audi fox
bmw 2002
bmw 320i
buick century
buick century 350
buick century limited
buick century luxus (sw)
buick century special
buick electra 225 custom
buick estate wagon (sw)
buick lesabre custom
buick opel isuzu deluxe
buick regal sport coupe (turbo)
buick skyhawk
buick skylark
buick skylark 320
buick skylark limited
cadillac eldorado
cadillac seville
capri ii
chevroelt chevelle malibu
chevrolet bel air
chevrolet camaro
chevrolet caprice classic
chevrolet cavalier
chevrolet cavalier 2-door
chevrolet cavalier wagon
chevrolet chevelle concours (sw)
chevrolet chevelle malibu
chevrolet chevelle malibu classic
chevrolet chevette
chevrolet citation
chevrolet concours
chevrolet impala
chevrolet malibu
chevrolet malibu classic (sw)
chevrolet monte carlo
chevrolet monte carlo landau
chevrolet monte carlo s
chevrolet monza 2+2
chevrolet nova
chevrolet nova custom
chevrolet vega
chevrolet vega (sw)
chevrolet vega 2300
chevrolet woody
chevy c10
chevy c20
chevy s-10
chrysler cordoba
chrysler lebaron medallion
chrysler lebaron salon
chrysler lebaron town @ country (sw)
chrysler new yorker brougham
chrysler newport royal
citroen ds-21 pallas
datsun 1200
datsun 200-sx
datsun 200sx
datsun 210
datsun 280-zx
datsun 310
datsun 310 gx
datsun 510
datsun 510 (sw)
datsun 510 hatchback
datsun 610
datsun 710
datsun 810
datsun 810 maxima
datsun b-210
datsun b210
datsun b210 gx
datsun f-10 hatchback
datsun pl510
dodge aries se
dodge aries wagon (sw)
dodge aspen
dodge aspen 6
dodge aspen se
dodge challenger se
dodge charger 2.2
dodge colt
dodge colt (sw)
dodge colt hardtop
dodge colt hatchback custom
dodge colt m/m
dodge coronet brougham
dodge coronet custom
dodge coronet custom (sw)
dodge d100
dodge d200
dodge dart custom
dodge diplomat
dodge magnum xe
dodge monaco (sw)
dodge monaco brougham
dodge omni
dodge rampage
dodge st. regis
fiat 124 sport coupe
fiat 124 tc
fiat 124b
fiat 128
fiat 131
fiat strada custom
fiat x1.9
ford country
ford country squire (sw)
ford escort 2h
ford escort 4w
ford f108
ford f250
ford fairmont
ford fairmont (auto)
ford fairmont (man)
ford fairmont 4
ford fairmont futura
ford fiesta
ford futura
ford galaxie 500
ford gran torino
ford gran torino (sw)
ford granada
ford granada ghia
ford granada gl
ford granada l
ford ltd
ford ltd landau
ford maverick
ford mustang
ford mustang boss 302
ford mustang cobra
ford mustang gl
ford mustang ii
ford mustang ii 2+2
ford pinto
ford pinto (sw)
ford pinto runabout
ford ranger
ford thunderbird
ford torino
ford torino (sw)
ford torino 500
hi 1200d
honda accelerationord
honda accelerationord cvcc
honda accelerationord lx
honda civic
honda civic (auto)
honda civic 1300
honda civic 1500 gl
honda civic cvcc
honda prelude
maxda glc deluxe
maxda rx3
mazda 626
mazda glc
mazda glc 4
mazda glc custom
mazda glc custom l
mazda glc deluxe
mazda rx-4
mazda rx-7 gs
mazda rx2 coupe
mercedes benz 300d
mercedes-benz 240d
mercedes-benz 280s
mercury capri 2000
mercury capri v6
mercury cougar brougham
mercury grand marquis
mercury lynx l
mercury marquis
mercury marquis brougham
mercury monarch
mercury monarch ghia
mercury zephyr
mercury zephyr 6
nissan stanza xe
oldsmobile cutlass ciera (diesel)
oldsmobile cutlass ls
oldsmobile cutlass salon brougham
oldsmobile cutlass supreme
oldsmobile delta 88 royale
oldsmobile omega
oldsmobile omega brougham
oldsmobile starfire sx
oldsmobile vista cruiser
opel 1900
opel manta
peugeot 304
peugeot 504
peugeot 504 (sw)
peugeot 505s turbo diesel
peugeot 604sl
plymouth 'cuda 340
plymouth arrow gs
plymouth champ
plymouth cricket
plymouth custom suburb
plymouth duster
plymouth fury
plymouth fury gran sedan
plymouth fury iii
plymouth grand fury
plymouth horizon
plymouth horizon 4
plymouth horizon miser
plymouth horizon tc3
plymouth reliant
plymouth sapporo
plymouth satellite
plymouth satellite (sw)
plymouth satellite custom
plymouth satellite custom (sw)
plymouth satellite sebring
plymouth valiant
plymouth valiant custom
plymouth volare
plymouth volare custom
plymouth volare premier v8
pontiac astro
pontiac catalina
pontiac catalina brougham
pontiac firebird
pontiac grand prix
pontiac grand prix lj
pontiac j2000 se hatchback
pontiac lemans v6
pontiac phoenix
pontiac phoenix lj
pontiac safari (sw)
pontiac sunbird coupe
pontiac ventura sj
renault 12 (sw)
renault 12tl
renault 18i
renault 5 gtl
renault lecar deluxe
saab 900s
saab 99e
saab 99gle
saab 99le
subaru
subaru dl
toyota carina
toyota celica gt
toyota celica gt liftback
toyota corolla
toyota corolla 1200
toyota corolla 1600 (sw)
toyota corolla liftback
toyota corolla tercel
toyota corona
toyota corona hardtop
toyota corona liftback
toyota corona mark ii
toyota cressida
toyota mark ii
toyota starlet
toyota tercel
toyouta corona mark ii (sw)
triumph tr7 coupe
vokswagen rabbit
volkswagen 1131 deluxe sedan
volkswagen 411 (sw)
volkswagen dasher
volkswagen jetta
volkswagen model 111
volkswagen rabbit
volkswagen rabbit custom
volkswagen rabbit custom diesel
volkswagen rabbit l
volkswagen scirocco
volkswagen super beetle
volkswagen super beetle 117
volkswagen type 3
volvo 144ea
volvo 145e (sw)
volvo 244dl
volvo 245
volvo 264gl
volvo diesel
vw dasher (diesel)
vw pickup
vw rabbit
vw rabbit c (diesel)
vw rabbit custom
`
  .trim()
  .split('\n')
